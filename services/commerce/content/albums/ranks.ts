import type { PlacedPost } from '#events/content.ts';

/** Between neighbours: one place takes about 20 posts in a row before all ranks are given again. */
const GAP = 2 ** 20;
/** Ranks are whole numbers. */
export const MAX_RANK = 2 ** 52;

/** Indices of a longest increasing subsequence of the ranks: these can stay. */
function stayingAt(ranks: readonly (number | undefined)[]): Set<number> {
  /** The index of the smallest last rank of a run, by its length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, rank] of ranks.entries()) {
    if (rank === undefined) continue;
    let length = 0;
    for (let most = ends.length; length < most; ) {
      const middle = (length + most) >> 1;
      if ((ranks[ends[middle] ?? 0] ?? 0) < rank) length = middle + 1;
      else most = middle;
    }
    before[index] = ends[length - 1];
    ends[length] = index;
  }
  const staying = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) staying.add(index);
  return staying;
}

/**
 * Ranks for posts in this order: as many as possible keep the rank that they have, so that a move of one post changes
 * one rank. Where no number is left between two neighbours all get a new one.
 */
export function ranksFor(order: readonly string[], before: ReadonlyMap<string, number>): PlacedPost[] {
  const ranks = order.map((post_id) => before.get(post_id));
  const staying = stayingAt(ranks);
  const placed: PlacedPost[] = [];
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && !staying.has(to)) to += 1;
    const left = placed.at(-1)?.rank ?? 0;
    const right = ranks[to] ?? left + GAP * (to - from + 1);
    const step = Math.floor((right - left) / (to - from + 1));
    if (step < 1 || right > MAX_RANK) {
      return order.map((post_id, index) => ({ post_id, rank: GAP * (index + 1) }));
    }
    for (; from < to; from += 1) {
      const rank = (placed.at(-1)?.rank ?? 0) + step;
      placed.push({ post_id: order[from] ?? '', rank });
    }
    if (to < order.length) placed.push({ post_id: order[to] ?? '', rank: right });
    from = to + 1;
  }
  return placed;
}
