import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OverlayOptions, Sharp } from 'sharp';
import subsetFont from 'subset-font';
import { WATERMARK } from '#events/status.ts';

/** Pixels of one picture, over all of its frames: a few bytes can claim more than there is memory for. */
export const MOST_PIXELS = 36_000_000;
/** Pictures that wait while another one is marked. */
const MOST_WAITING = 4;
const SECONDS = 20;
const CLEAR = '#00000000';
const FAMILY = 'Inter';
const LETTERS = '@0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Of the shorter side. */
const LETTER_PART = 1 / 24;
const SMALLEST_LETTER = 12;
const LARGEST_LETTER = 160;

interface Marked {
  bytes: Buffer;
  width: number;
  height: number;
}

export interface Watermarks {
  /**
   * The picture with a text in its lower right corner, or all over it; frames of an animation too. Turned as its metadata
   * says, and without metadata. One picture at a time, in a separate thread.
   * @param text letters, digits and `@`
   * @returns `too_large` above MOST_PIXELS; `damaged` where it cannot be read; `busy` while others wait
   */
  mark(bytes: Buffer, text: string, kind: number): Promise<Marked | 'too_large' | 'damaged' | 'busy'>;
}

/** The font file, made once: what the machine has of fonts does not matter. */
async function makeFont(folder: string): Promise<string> {
  const package_ = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
  const whole = await readFile(createRequire(import.meta.url).resolve(package_));
  const file = join(folder, 'watermark.ttf');
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(
    draft,
    await subsetFont(whole, LETTERS, { targetFormat: 'truetype', variationAxes: { wght: 600 } }),
  );
  await rename(draft, file);
  return file;
}

/** @param folder where the font file is kept */
export function openWatermarks(folder: string): Watermarks {
  let font: Promise<string> | undefined;
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  /** White letters with a dark edge, which can be read on every ground. */
  async function letters(text: string, size: number, strength: number): Promise<Sharp> {
    const { default: sharp } = await import('sharp');
    font ??= makeFont(folder);
    const fontfile = await font;
    const ink = (color: string) =>
      sharp({
        text: {
          text: `<span foreground="${color}" alpha="${strength}%">${text}</span>`,
          ...{ font: `${FAMILY} 10`, fontfile, dpi: Math.round(7.2 * size), rgba: true },
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

  async function marked(
    bytes: Buffer,
    text: string,
    kind: number,
  ): Promise<Marked | 'too_large' | 'damaged'> {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    const limits = { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true } as const;
    const { pages = 1, pageHeight, ...found } = await sharp(bytes, limits).metadata();
    const { width, height } = pages > 1 ? { ...found, height: pageHeight ?? found.height } : found.autoOrient;
    if (width * height * pages > MOST_PIXELS) return 'too_large';
    const size = Math.min(LARGEST_LETTER, Math.max(SMALLEST_LETTER, Math.min(width, height) * LETTER_PART));
    const tiled = kind === WATERMARK.tiled;
    const stamp = await letters(text, size, tiled ? 45 : 75);
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
    const corner = (page: number): OverlayOptions => ({
      input,
      left: width - info.width,
      top: (page + 1) * height - info.height,
    });
    const overlays = tiled
      ? [{ input, tile: true }]
      : Array.from({ length: pages }, (_, page) => corner(page));
    const picture = sharp(bytes, { ...limits, pages: -1 });
    const upright = pages > 1 ? picture : picture.autoOrient();
    const data = await upright.composite(overlays).timeout({ seconds: SECONDS }).toBuffer();
    return { bytes: data, width, height };
  }

  return {
    async mark(bytes, text, kind) {
      if (waiting > MOST_WAITING) return 'busy';
      waiting += 1;
      const mine = turn.then(() => marked(bytes, text, kind).catch((): 'damaged' => 'damaged'));
      turn = mine;
      try {
        return await mine;
      } finally {
        waiting -= 1;
      }
    },
  };
}
