/** Places of pages, 32 in a word. */
export type PageSet = Uint32Array;

export function pageSet(places: Iterable<number>, count: number): PageSet {
  const set = new Uint32Array(Math.ceil(count / 32));
  for (const place of places) set[place >> 5] = (set[place >> 5] ?? 0) | (1 << (place & 31));
  return set;
}

export const isIn = (set: PageSet, place: number): boolean =>
  ((set[place >> 5] ?? 0) & (1 << (place & 31))) !== 0;

export const union = (one: PageSet, other: PageSet): PageSet =>
  one.map((word, at) => word | (other[at] ?? 0));

function bits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many pages of a set are in another, and not in a third. */
export function countIn(set: PageSet, other: PageSet, but?: PageSet): number {
  let count = 0;
  for (let at = 0; at < set.length; at += 1)
    count += bits((set[at] ?? 0) & (other[at] ?? 0) & ~(but?.[at] ?? 0));
  return count;
}
