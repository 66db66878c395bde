/** Whole fen, as events carry them, to yuan with two decimals as the wire has them. */
export const wireOfFen = (fen: number): string => (fen / 100).toFixed(2);

/**
 * Yuan as the wire has them (`"30.00"`), so many times; worked out in fen, because 0.1 × 3 is not 0.3.
 * Only for what is shown beside a price that the server worked out.
 */
export function timesYuan(yuan: string, count: number): string {
  const fen = Math.round(Number(yuan) * 100) * count;
  return (fen / 100).toFixed(2);
}

/** Yuan added up, worked out in fen likewise. */
export const sumYuan = (amounts: readonly string[]): string =>
  wireOfFen(amounts.reduce((sum, yuan) => sum + Math.round(Number(yuan) * 100), 0));

/** Yuan less yuan, worked out in fen likewise. */
export function lessYuan(yuan: string, off: string): string {
  const fen = Math.round(Number(yuan) * 100) - Math.round(Number(off) * 100);
  return (fen / 100).toFixed(2);
}
