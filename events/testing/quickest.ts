/** The first of five measurements below a promise, else the lowest: a busy machine disturbs single ones. */
export async function quickest(promised: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let measured = 0; measured < 5 && best >= promised; measured += 1) {
    best = Math.min(best, await measure());
  }
  return best;
}
