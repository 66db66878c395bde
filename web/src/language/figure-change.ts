/** How a figure differs from that of the period before; undefined where nothing was there to compare with. */
export function figureChange(now: number, before: number): { difference: number; share: number } | undefined {
  // A difference from nothing says the figure once more, as if it were growth.
  if (before === 0 && now !== 0) return undefined;
  // Cents are added exactly: differences of figures with two decimals, rounded back to two.
  const difference = Math.round((now - before) * 100) / 100;
  return { difference, share: before > 0 ? (now - before) / before : 0 };
}
