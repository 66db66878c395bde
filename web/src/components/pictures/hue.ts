/** A hue (0–359) derived from a text; similar texts get very different hues. */
export function hueOf(seed: string): number {
  let mixed = 2_166_136_261;
  for (const letter of seed) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  mixed ^= mixed >>> 15;
  return (Math.imul(mixed, 2_246_822_519) >>> 0) % 360;
}
