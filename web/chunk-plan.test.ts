import { expect, it, test } from 'vitest';
import { planChunks, type SharedFile } from './chunk-plan.ts';

const file = (pages: number[], imports: number[] = [], size = 10): SharedFile => ({
  kind: 'shared',
  size,
  pages,
  imports,
});
const page = { most: 2, weight: 1 };
const sorted = (joins: number[][]): number[][] =>
  joins.map((members) => members.toSorted((one, other) => one - other)).toSorted();

it('joins the files that the same pages load first', () => {
  expect(sorted(planChunks([file([0, 1]), file([0, 1]), file([0]), file([1])], [page, page]))).toEqual([
    [0, 1],
    [2],
    [3],
  ]);
});

it('leaves pages alone that have few files', () => {
  expect(planChunks([file([0]), file([0])], [page])).toHaveLength(2);
});

it('joins only files of one kind, and none that stay', () => {
  const files = [file([0]), { ...file([0]), kind: 'texts' }, { ...file([0]), kind: undefined }];
  expect(planChunks(files, [{ most: 1, weight: 1 }])).toHaveLength(3);
});

/** Files that import later ones, with all pages that load them. */
function randomFiles(random: () => number, pages: number): SharedFile[] {
  const count = 24;
  const imports = Array.from({ length: count }, (_, at) =>
    Array.from({ length: count }, (_, other) => other).filter((other) => other > at && random() < 0.08),
  );
  const loads = Array.from(
    { length: count },
    () => new Set(Array.from({ length: pages }, (_, at) => at).filter(() => random() < 0.2)),
  );
  for (const [at, places] of imports.entries())
    for (const place of places) for (const one of loads[at] ?? []) loads[place]?.add(one);
  return imports.map((places, at) => ({
    ...file([...(loads[at] ?? [])], places, 1 + Math.floor(random() * 50)),
    // Between files that are joined there are some that stay.
    kind: random() < 0.3 ? undefined : 'shared',
  }));
}

/** The joins that load with some: by the imports of all their files. */
function loadedWith(
  some: number[][],
  files: readonly SharedFile[],
  joins: readonly number[][],
): Set<number[]> {
  const loaded = new Set(some);
  for (const join of loaded) {
    const imported = new Set(join.flatMap((member) => files[member]?.imports ?? []));
    for (const next of joins)
      if (next !== join && next.some((member) => imported.has(member))) loaded.add(next);
  }
  return loaded;
}

test('no two joins import each other, and a page of infinite weight loads nothing more', () => {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const pages = [Number.POSITIVE_INFINITY, 1, 1, 1, 1, 1].map((weight) => ({ most: 3, weight }));
  for (let round = 0; round < 100; round += 1) {
    const files = randomFiles(random, pages.length);
    const joins = planChunks(files, pages);
    expect(joins.flat().toSorted((one, other) => one - other)).toEqual([...files.keys()]);
    for (const join of joins) {
      const imported = [...loadedWith([join], files, joins)].filter((other) => other !== join);
      expect(imported.some((other) => loadedWith([other], files, joins).has(join))).toBe(false);
    }
    const needed = [...files.keys()].filter((place) => files[place]?.pages.includes(0));
    const first = joins.filter((members) => members.some((member) => needed.includes(member)));
    const loaded = [...loadedWith(first, files, joins)].flat();
    expect(loaded.toSorted((one, other) => one - other)).toEqual(needed);
  }
});
