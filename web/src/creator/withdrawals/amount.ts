const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/;

/** The amount as the wire has it, or undefined when it is none, too small, or more than there is. All in yuan. */
export function amountWithin(text: string, smallest: string, available: string): string | undefined {
  const typed = text.trim();
  if (!AMOUNT.test(typed)) return undefined;
  // Yuan with two decimals are exact as whole fen.
  const fen = Math.round(Number(typed) * 100);
  const [least, most] = [Math.round(Number(smallest) * 100), Math.round(Number(available) * 100)];
  return fen >= least && fen <= most ? (fen / 100).toFixed(2) : undefined;
}
