/** A hue (0–359) that always belongs to the same text. */
export function hueOf(seed: string): number {
  let sum = 0;
  for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360_000;
  return sum % 360;
}
