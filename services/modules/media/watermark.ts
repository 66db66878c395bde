import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import type { OverlayOptions } from 'sharp';
import { WATERMARK } from '#events/status.ts';
import type { DrawOver } from './clean-picture.ts';

const CLEAR = '#00000000';
const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const LETTERS = '@-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Of the shorter side. */
const LETTER_PART = 1 / 24;
const MIN_LETTER_SIZE = 12;
const MAX_LETTER_SIZE = 160;

/** Of this process. */
let font: Promise<Font> | undefined;

async function readFont(): Promise<Font> {
  const [fontkit, { default: subsetFont }] = await Promise.all([import('fontkit'), import('subset-font')]);
  const whole = await readFile(createRequire(import.meta.url).resolve(FONT));
  const made = fontkit.create(
    await subsetFont(whole, LETTERS, { targetFormat: 'truetype', variationAxes: { wght: 600 } }),
  );
  if ('fonts' in made) throw new Error(`${FONT} has several fonts`);
  return made;
}

/**
 * An SVG of white letters with a dark edge, which can be read on every ground. They are outlines: a text of the picture
 * library would depend on the fonts of the machine and on a cache of all its programs.
 */
async function letters(text: string, size: number, strength: number): Promise<Buffer> {
  font ??= readFont().catch((error: unknown) => {
    font = undefined;
    throw error;
  });
  const inter = await font;
  const scale = size / inter.unitsPerEm;
  const edge = Math.max(1, Math.round(size / 16));
  const { glyphs, positions, advanceWidth } = inter.layout(text);
  let x = 0;
  const outlines = glyphs.map(({ path }, index) => {
    const outline = path.translate(x, 0).toSVG();
    x += positions[index]?.xAdvance ?? 0;
    return outline;
  });
  const width = Math.ceil(advanceWidth * scale) + 2 * edge;
  const height = Math.ceil((inter.ascent - inter.descent) * scale) + 2 * edge;
  const place = `translate(${edge} ${edge + inter.ascent * scale}) scale(${scale} ${-scale})`;
  const ink = `fill="#fff" stroke="#000" stroke-width="${(2 * edge) / scale}" paint-order="stroke"`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<g opacity="${strength / 100}"><path transform="${place}" ${ink} d="${outlines.join('')}"/></g></svg>`,
  );
}

/**
 * A watermark: a text in the lower right corner of a picture, or all over it; in each frame of an animation.
 * @param text letters, digits, `@`, `-` and `_`
 * @param strength how much of the ground the letters cover, in percent
 */
export function watermark(
  text: string,
  kind: number,
  strength = kind === WATERMARK.tiled ? 45 : 75,
): DrawOver {
  return async ({ width, height, pages }): Promise<OverlayOptions[]> => {
    const { default: sharp } = await import('sharp');
    const size = Math.min(MAX_LETTER_SIZE, Math.max(MIN_LETTER_SIZE, Math.min(width, height) * LETTER_PART));
    const tiled = kind === WATERMARK.tiled;
    const space = Math.round(tiled ? size * 2 : size / 2);
    const margin = { top: space, bottom: space, left: space, right: space, background: CLEAR };
    const spread = await sharp(await letters(text, size, strength))
      .extend(margin)
      .png()
      .toBuffer();
    const turned = tiled ? sharp(spread).rotate(-30, { background: CLEAR }) : sharp(spread);
    const { data: input, info } = await turned
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    if (tiled) return [{ input, tile: true }];
    const left = width - info.width;
    return Array.from({ length: pages }, (_, page) => ({
      input,
      left,
      top: (page + 1) * height - info.height,
    }));
  };
}
