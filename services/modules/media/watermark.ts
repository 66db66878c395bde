import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OverlayOptions, Sharp } from 'sharp';
import subsetFont from 'subset-font';
import { WATERMARK } from '#events/status.ts';
import type { DrawOver } from './clean-picture.ts';

const CLEAR = '#00000000';
const FAMILY = 'Inter';
const LETTERS = '@0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Of the shorter side. */
const LETTER_PART = 1 / 24;
const MIN_LETTER_SIZE = 12;
const MAX_LETTER_SIZE = 160;

/** Makes the font file: what the machine has of fonts does not matter. */
async function makeFont(file: string): Promise<void> {
  const package_ = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
  const whole = await readFile(createRequire(import.meta.url).resolve(package_));
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(
    draft,
    await subsetFont(whole, LETTERS, { targetFormat: 'truetype', variationAxes: { wght: 600 } }),
  );
  await rename(draft, file);
}

/** Of this process: the library finds a font only under the path from which it read it first. */
let fontFile: string | undefined;
let making: Promise<void> | undefined;

/** The path of the font. A file that was deleted meanwhile is made again: without it pictures would have no letters. */
async function fontIn(folder: string): Promise<string> {
  fontFile ??= join(folder, 'watermark.ttf');
  if (!existsSync(fontFile))
    making ??= makeFont(fontFile).finally(() => {
      making = undefined;
    });
  await making;
  return fontFile;
}

/** White letters with a dark edge, which can be read on every ground. */
async function letters(fontfile: string, text: string, size: number, strength: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  const ink = (color: string) =>
    sharp({
      text: {
        text: `<span foreground="${color}" alpha="${strength}%">${text}</span>`,
        font: `${FAMILY} 10`,
        fontfile,
        dpi: Math.round(7.2 * size),
        rgba: true,
      },
    })
      .png()
      .toBuffer();
  const edge = Math.max(1, Math.round(size / 16));
  const [dark, light] = await Promise.all([ink('black'), ink('white')]);
  const ground = await sharp(dark).extend({ top: edge, left: edge, background: CLEAR }).png().toBuffer();
  return sharp(ground)
    .composite([{ input: light, left: 0, top: 0 }])
    .png();
}

/**
 * Watermarks: a text in the lower right corner of a picture, or all over it; in each frame of an animation.
 * @param folder where the font file is saved
 */
export function openWatermarks(folder: string) {
  /**
   * @param text letters, digits and `@`
   * @param strength how much of the ground the letters cover, in percent
   */
  return (text: string, kind: number, strength = kind === WATERMARK.tiled ? 45 : 75): DrawOver =>
    async ({ width, height, pages }): Promise<OverlayOptions[]> => {
      const { default: sharp } = await import('sharp');
      const size = Math.min(
        MAX_LETTER_SIZE,
        Math.max(MIN_LETTER_SIZE, Math.min(width, height) * LETTER_PART),
      );
      const tiled = kind === WATERMARK.tiled;
      const stamp = await letters(await fontIn(folder), text, size, strength);
      const space = Math.round(tiled ? size * 2 : size / 2);
      const margin = { top: space, bottom: space, left: space, right: space, background: CLEAR };
      const spread = await sharp(await stamp.toBuffer())
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
