/** Adds to a sum of a map. @returns the new sum */
export const added = <Key>(map: Map<Key, number>, key: Key, by: number): number => {
  const sum = (map.get(key) ?? 0) + by;
  map.set(key, sum);
  return sum;
};

/** fen of a payment without a code that are the seller's: less 1 % and 5 %, each half up. */
export const netOf = (amount: number): number =>
  amount - Math.floor((amount + 50) / 100) - Math.floor((5 * amount + 50) / 100);
