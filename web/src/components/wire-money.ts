/** Whole fen, as events carry them, to yuan with two decimals as the wire has them. */
export const wireOfFen = (fen: number): string => (fen / 100).toFixed(2);

/**
 * Yuan of an answer (`"30.00"`) times a count; computed in fen, because 0.1 × 3 is not 0.3. Only for display next to
 * a price computed by the server.
 */
export function timesYuan(yuan: string, count: number): string {
  const fen = Math.round(Number(yuan) * 100) * count;
  return (fen / 100).toFixed(2);
}

/** The sum of yuan, computed in fen. */
export const sumYuan = (amounts: readonly string[]): string =>
  wireOfFen(amounts.reduce((sum, yuan) => sum + Math.round(Number(yuan) * 100), 0));

/** The difference of yuan, computed in fen. */
export function lessYuan(yuan: string, off: string): string {
  const fen = Math.round(Number(yuan) * 100) - Math.round(Number(off) * 100);
  return (fen / 100).toFixed(2);
}
