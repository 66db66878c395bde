import type { Metadata, Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { type DrawOver, type Frames, framesOf, loadSharp } from '../clean-picture.ts';

/** Widths in pixels, the widest first. Smaller pictures keep their own. */
const WIDTHS = { w1440: 1440, w720: 720, w320: 320 } as const;
/** Lists show still pictures. */
const STILL: ReadonlySet<string> = new Set(['w320']);
/** A webp has no longer sides. */
const MAX_SIDE = 16_383;
const QUALITY = 82;
/** For each variant. */
const SECONDS = 120;
/** What the teaser of a locked picture holds of it, in pixels, and the width in which it is shown. */
const TEASER_PIXELS = 20;
const TEASER_WIDTH = 160;
/** The library takes no larger ones. */
const THUMB_SIDE = 100;

export type PictureVariant = keyof typeof WIDTHS | 'blur';

interface MadeVariant {
  /** Those for which it is used: one file serves all that would be equal. */
  variants: PictureVariant[];
  bytes: Buffer;
  width: number;
  height: number;
}

export interface PictureVariants {
  /** Of the upright original. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
  /** All are `image/webp`. */
  made: MadeVariant[];
}

function scaled({ width, height, pages }: Frames, widest: number, still: boolean): Frames {
  const scale = Math.min(1, widest / width, MAX_SIDE / height);
  const side = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  return { width: side(width), height: side(height), pages: still ? 1 : pages };
}

const sameSize = (one: Frames, other: Frames): boolean =>
  one.width === other.width && one.height === other.height && one.pages === other.pages;

/** The sizes to make, each with the variants that it serves. */
function sizesOf(original: Frames): { variants: PictureVariant[]; frames: Frames }[] {
  const sizes: { variants: PictureVariant[]; frames: Frames }[] = [];
  for (const [name, width] of Object.entries(WIDTHS)) {
    const frames = scaled(original, width, STILL.has(name));
    const equal = sizes.find((size) => sameSize(size.frames, frames));
    // The keys of WIDTHS.
    const variant = name as PictureVariant;
    if (equal) equal.variants.push(variant);
    else sizes.push({ variants: [variant], frames });
  }
  return sizes;
}

/**
 * Makes what pages show of a decoded picture: three widths, the hash of its placeholder, and a teaser that
 * holds no more of it than a few hundred pixels. Animations stay, except in the smallest width. Takes seconds; one after the
 * other, for little memory.
 * @param draw drawn over the three widths
 */
export async function pictureVariants(bytes: Buffer, draw?: DrawOver): Promise<PictureVariants> {
  const sharp = await loadSharp();
  const found: Metadata = await sharp(bytes).metadata();
  const original = framesOf(found);
  const decoded = ({ width, height, pages }: Frames): Sharp => {
    const picture = sharp(bytes, { sequentialRead: true, pages: pages > 1 ? -1 : 1 });
    if (pages === 1) picture.autoOrient();
    return picture.resize({ width, height, fit: 'fill' }).timeout({ seconds: SECONDS });
  };
  const made: MadeVariant[] = [];
  for (const { variants, frames } of sizesOf(original)) {
    const picture = decoded(frames);
    const overlays = await draw?.(frames);
    if (overlays) picture.composite(overlays);
    const { data, info } = await picture.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
    made.push({ variants, bytes: data, width: info.width, height: info.pageHeight ?? info.height });
  }
  const still = { ...original, pages: 1 };
  const thumb = scaled(still, THUMB_SIDE, true);
  const inside = { ...thumb, height: Math.min(thumb.height, THUMB_SIDE) };
  const raw = await decoded(inside).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  const thumbhash = Buffer.from(rgbaToThumbHash(inside.width, inside.height, raw)).toString('base64');
  const teaser = scaled(still, TEASER_PIXELS, true);
  const few = await decoded({ ...teaser, height: Math.min(teaser.height, 3 * TEASER_PIXELS) })
    .png()
    .toBuffer();
  const shown = await sharp(few)
    .resize({ width: TEASER_WIDTH, kernel: 'cubic' })
    .blur(TEASER_WIDTH / TEASER_PIXELS)
    .webp({ quality: 50 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = shown.info;
  made.push({ variants: ['blur'], bytes: shown.data, width, height });
  return { width: original.width, height: original.height, thumbhash, made };
}
