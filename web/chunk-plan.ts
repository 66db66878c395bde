import { countIn, isIn, type PageSet, pageSet, union } from './page-set.ts';

/** A file that pages load. */
export interface SharedFile {
  /** Only files of one kind are joined; undefined: it stays as it is. */
  kind: string | undefined;
  /** Bytes. */
  size: number;
  /** Places of the pages that load it. */
  pages: readonly number[];
  /** Places of the files that it imports. */
  imports: readonly number[];
}

export interface PlannedPage {
  /** Files that it may have. */
  most: number;
  /** The price of a byte that it does not need; Infinity: it gets none. */
  weight: number;
}

/** Files that become one. */
interface Join {
  kind: string | undefined;
  size: number;
  members: readonly number[];
  pages: PageSet;
  imports: Set<Join>;
  /** All that it imports, also by way of others. */
  needs: ReadonlySet<Join>;
}

type Pair = readonly [Join, Join];

function needsOf({ imports }: Join): Set<Join> {
  const needs = new Set(imports);
  for (const need of needs) for (const next of need.imports) needs.add(next);
  return needs;
}

function asJoins(files: readonly SharedFile[], pages: number): Join[] {
  const joins = files.map(
    ({ kind, size, pages: places }, at): Join => ({
      kind,
      size,
      members: [at],
      pages: pageSet(places, pages),
      imports: new Set(),
      needs: new Set(),
    }),
  );
  for (const [at, join] of joins.entries())
    join.imports = new Set(files[at]?.imports.flatMap((place) => joins[place] ?? []));
  for (const join of joins) join.needs = needsOf(join);
  return joins;
}

function joined(joins: readonly Join[], [one, other]: Pair): Join[] {
  const join: Join = {
    kind: one.kind,
    size: one.size + other.size,
    members: [...one.members, ...other.members],
    pages: union(one.pages, other.pages),
    imports: new Set([...one.imports, ...other.imports].filter((next) => next !== one && next !== other)),
    needs: new Set(),
  };
  const all = [...joins.filter((next) => next !== one && next !== other), join];
  for (const { imports } of all) {
    const had = [imports.delete(one), imports.delete(other)];
    if (had.includes(true)) imports.add(join);
  }
  for (const next of all) next.needs = needsOf(next);
  for (const need of join.needs) need.pages = union(need.pages, join.pages);
  return all;
}

/** Whether one needs the other by way of a third: as one file they and the third would import each other. */
function areAround([one, other]: Pair): boolean {
  const leads = (from: Join, to: Join) => [...from.imports].some((join) => join !== to && join.needs.has(to));
  return leads(one, other) || leads(other, one);
}

/**
 * Joins files until each page loads at most as many as it may. Each step joins two of them: those that add the fewest
 * needless bytes, of their own and of what they import, for many pages with too many files. No two joins import each
 * other, so modules run in their order. Answers the places of the files in each join.
 */
export function planChunks(files: readonly SharedFile[], pages: readonly PlannedPage[]): number[][] {
  const pagesWith = (has: (page: PlannedPage, place: number) => boolean): PageSet =>
    pageSet(
      pages.flatMap((page, place) => (has(page, place) ? [place] : [])),
      pages.length,
    );
  const weights = [...new Set(pages.map(({ weight }) => weight))].map((weight) => ({
    weight,
    of: pagesWith((page) => page.weight === weight),
  }));
  /** Of so many bytes for pages that have not got them. */
  const priceOf = (size: number, some: PageSet, have: PageSet): number => {
    let price = 0;
    for (const { weight, of } of weights) {
      const count = countIn(some, of, have);
      if (count > 0) price += size * weight * count;
    }
    return price;
  };

  function next(joins: readonly Join[]): Pair | undefined {
    const counts = pages.map((_, place) => joins.filter((join) => isIn(join.pages, place)).length);
    const over = pagesWith(({ most }, place) => (counts[place] ?? 0) > most);
    const full = pagesWith(({ most }, place) => (counts[place] ?? 0) >= most);
    let best: Pair | undefined;
    let bestPrice = Number.POSITIVE_INFINITY;
    for (const [at, one] of joins.entries()) {
      if (one.kind === undefined) continue;
      const crowded = one.pages.map((word, place) => word & (over[place] ?? 0));
      for (let after = at + 1; after < joins.length; after += 1) {
        const other = joins[after];
        if (other?.kind !== one.kind) continue;
        let relieved = countIn(crowded, other.pages);
        if (relieved === 0) continue;
        let price = priceOf(one.size, other.pages, one.pages) + priceOf(other.size, one.pages, other.pages);
        if (price / relieved ** 2 >= bestPrice) continue;
        const all = union(one.pages, other.pages);
        for (const need of new Set([...one.needs, ...other.needs])) {
          if (need === one || need === other) continue;
          price += priceOf(need.size, all, need.pages);
          relieved -= countIn(all, full, need.pages);
        }
        if (relieved <= 0 || price / relieved ** 2 >= bestPrice || areAround([one, other])) continue;
        if (price === 0) return [one, other];
        best = [one, other];
        bestPrice = price / relieved ** 2;
      }
    }
    return best;
  }

  let joins = asJoins(files, pages.length);
  for (let pair = next(joins); pair !== undefined; pair = next(joins)) joins = joined(joins, pair);
  return joins.map(({ members }) => [...members]);
}
