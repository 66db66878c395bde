import type { MantineColorsTuple } from '@mantine/core';

type Rgb = readonly [number, number, number];

/** The product's colour (creator specification 9). */
export const BRAND = 'rgb(148,108,230)';

const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [24, 14, 44];
/** WCAG AA for text of ordinary size. */
const READABLE = 4.5;

/** Reads `rgb(r,g,b)`; anything else becomes the product's colour. */
export function rgbOf(color: string): Rgb {
  const found = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(color);
  if (found === null) return [148, 108, 230];
  return [Number(found[1]), Number(found[2]), Number(found[3])].map((part) =>
    Math.min(255, part),
  ) as unknown as Rgb; // three parts in, three out; map forgets the length
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  Math.round(from[0] + (to[0] - from[0]) * share),
  Math.round(from[1] + (to[1] - from[1]) * share),
  Math.round(from[2] + (to[2] - from[2]) * share),
];

const css = ([red, green, blue]: Rgb): string => `rgb(${red},${green},${blue})`;

function luminance(color: Rgb): number {
  const linear = (part: number): number => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

/** Contrast of two colours by WCAG 2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The shades of buttons; index 6 is the first with enough contrast to white text. */
export const FILL_SHADE = 6;

/** Ten shades of any colour a creator may choose: lightest first, the colour itself at 5. */
export function shadesOf(color: string): MantineColorsTuple {
  const base = rgbOf(color);
  let dark = 0.12;
  while (dark < 0.9 && contrast(mix(base, INK, dark), WHITE) < READABLE) dark += 0.02;
  const deeper = (step: number): string => css(mix(base, INK, dark + (1 - dark) * step));
  const lighter = (share: number): string => css(mix(base, WHITE, share));
  return [
    lighter(0.93),
    lighter(0.84),
    lighter(0.68),
    lighter(0.48),
    lighter(0.24),
    css(base),
    deeper(0),
    deeper(0.16),
    deeper(0.34),
    deeper(0.55),
  ];
}
