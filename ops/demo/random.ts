/** Numbers that look random and are the same on every run. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  // mulberry32: small, and even enough for a demo.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  return {
    /** From 0 up to, not including, 1. */
    next,
    /** A whole number from `min` to `max`, both included. */
    whole: (min: number, max: number): number => min + Math.floor(next() * (max - min + 1)),
    pick: <Item>(items: readonly Item[]): Item => at(items, Math.floor(next() * items.length)),
    chance: (probability: number): boolean => next() < probability,
    /** By weight: weight 2 is twice as likely as weight 1. */
    weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
      const total = items.reduce((sum, item) => sum + weightOf(item), 0);
      let left = next() * total;
      const index = items.findIndex((item) => {
        left -= weightOf(item);
        return left < 0;
      });
      return at(items, index === -1 ? items.length - 1 : index);
    },
  };
}

export type Random = ReturnType<typeof randomFrom>;
