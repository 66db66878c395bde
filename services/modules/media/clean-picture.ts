import type { FailOnOptions as FailOn, Metadata, OverlayOptions, Sharp } from 'sharp';
import { isWhole, type PictureExtension, pictureHead } from './picture-head.ts';

/** Pixels of one picture, over all of its frames: a few bytes can claim more than there is memory for. */
export const MAX_PIXELS = 36_000_000;
/** Of a lossless webp; its encoder needs a second and 30 MB for each million. */
const MAX_LOSSLESS_WEBP = 6_000_000;
/** The first that fits is used: a picture at the limit was compressed as much before. */
const QUALITIES = [92, 85, 75, 60];

/** Size of each frame, in pixels, and their number. */
export interface Frames {
  width: number;
  height: number;
  pages: number;
}

/** What is drawn over the frames, which lie one below the other. */
export type DrawOver = (frames: Frames) => Promise<OverlayOptions[]>;

/** A decoded and newly encoded picture: upright and without metadata. */
export interface CleanPicture {
  bytes: Buffer;
  extension: PictureExtension;
  /** In pixels, of each frame. */
  width: number;
  height: number;
}

/** `too_slow`: the machine may have more time later. */
export type PictureProblem = 'not_an_image' | 'too_many_pixels' | 'too_many_bytes' | 'too_slow';

export interface Cleaning {
  /** Of the result. */
  most_bytes: number;
  /** For each attempt to encode it. */
  seconds: number;
  draw?: DrawOver;
  /** A stored picture: what a browser shows of a damaged one stays, and one of too many pixels becomes smaller. */
  salvage?: boolean;
}

export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const EXTENSIONS: Readonly<Record<string, PictureExtension>> = {
  png: 'png',
  jpeg: 'jpg',
  gif: 'gif',
  webp: 'webp',
};

/** Ways to encode a picture in its own format, best first, then as a webp. Lossless formats stay lossless. */
function encodings(found: Metadata, bytes: Buffer, pixels: number): ((picture: Sharp) => Sharp)[] {
  const webps = QUALITIES.map((quality) => (picture: Sharp) => picture.webp({ quality }));
  switch (found.format) {
    case 'jpeg': {
      const { chromaSubsampling, isProgressive: progressive } = found;
      const chroma = chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4';
      return QUALITIES.map(
        (quality) => (picture) => picture.jpeg({ quality, progressive, chromaSubsampling: chroma }),
      );
    }
    case 'png': {
      const palette = { palette: true, quality: 100, dither: 0, effort: 10 };
      const whole = (picture: Sharp) => picture.png({ adaptiveFiltering: true });
      return [whole, ...(found.isPalette ? [(picture: Sharp) => picture.png(palette)] : []), ...webps];
    }
    case 'gif':
      // A palette of its own for each frame: no colour changes.
      return [(picture) => picture.gif({ reuse: false, effort: 10 }), ...webps];
    default: {
      const lossless = bytes.includes('VP8L') && pixels <= MAX_LOSSLESS_WEBP;
      return [...(lossless ? [(picture: Sharp) => picture.webp({ lossless: true })] : []), ...webps];
    }
  }
}

/** As the metadata turns it. Of a still picture only: browsers do not turn an animation. */
export const framesOf = ({ pages = 1, pageHeight, width, height, autoOrient }: Metadata): Frames =>
  pages > 1 ? { width, height: pageHeight ?? height, pages } : { ...autoOrient, pages };

/**
 * Whether the colour profile stays. Other colour spaces than RGB become sRGB, since their profiles do not fit the pixels that
 * are written; so do colours whose profile has more behind its end.
 */
const hasOwnProfile = ({ space, icc = Buffer.alloc(0) }: Metadata): boolean =>
  (space === 'srgb' || space === 'rgb16') && icc.length >= 128 && icc.readUInt32BE(0) === icc.length;

/** What the decoder says about the heads of whole pictures from some cameras; of their pixels it says other things. */
const HARMLESS = /extraneous bytes before marker|Invalid SOS parameters|unknown JFIF revision/;

/** An error of the decoder is one of the bytes. */
const problemOf = (error: unknown): PictureProblem =>
  error instanceof Error && /timeout/.test(error.message) ? 'too_slow' : 'not_an_image';

async function decodeAndEncode(
  bytes: Buffer,
  { most_bytes, seconds, draw, salvage = false }: Cleaning,
): Promise<CleanPicture | PictureProblem> {
  const sharp = await loadSharp();
  const found = await sharp(bytes, { limitInputPixels: false }).metadata().catch(problemOf);
  if (typeof found === 'string') return found;
  const frames = framesOf(found);
  const { width, height, pages } = frames;
  const pixels = width * height * pages;
  if (pixels > MAX_PIXELS && !salvage) return 'too_many_pixels';
  const overlays = await draw?.(frames);
  // Smaller than the limit: rounded sides must not exceed it.
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / pixels));
  const prepared = (failOn: FailOn): Sharp => {
    const picture = sharp(bytes, {
      limitInputPixels: salvage ? false : MAX_PIXELS,
      failOn,
      sequentialRead: true,
      pages: -1,
    });
    if (pages === 1) picture.autoOrient();
    if (scale < 1) picture.resize({ width: Math.floor(width * scale), height: Math.floor(height * scale) });
    if (hasOwnProfile(found)) picture.keepIccProfile();
    if (overlays) picture.composite(overlays);
    return picture.timeout({ seconds });
  };
  for (const [at, encode] of encodings(found, bytes, pixels).entries()) {
    const attempt = (failOn: FailOn) => encode(prepared(failOn)).toBuffer({ resolveWithObject: true });
    const encoded = await attempt(salvage ? 'none' : 'warning')
      .catch((error: unknown) => {
        if (error instanceof Error && HARMLESS.test(error.message)) return attempt('error');
        throw error;
      })
      .catch(problemOf);
    // Decoded before, the picture is one: a webp has shorter sides than the other formats.
    if (encoded === 'not_an_image' && at > 0) break;
    if (typeof encoded === 'string') return encoded;
    const { data, info } = encoded;
    const extension = EXTENSIONS[info.format];
    if (extension === undefined) throw new Error(`a picture was written as ${info.format}`);
    if (data.length > most_bytes) continue;
    return { bytes: data, extension, width: info.width, height: info.pageHeight ?? info.height };
  }
  return 'too_many_bytes';
}

/**
 * Decodes a picture (png, jpeg, gif, webp) and encodes its pixels: upright, with all frames and its colour profile, without
 * any other metadata, and without what a file holds behind or between its pixels. The only way for a picture into storage.
 * It takes seconds, in a separate thread.
 * @returns why there is none: `not_an_image` also for half a picture, and for junk behind a valid head
 */
export async function cleanPicture(
  bytes: Buffer,
  cleaning: Cleaning,
): Promise<CleanPicture | PictureProblem> {
  const head = pictureHead(bytes);
  if (head === undefined) return 'not_an_image';
  if (!cleaning.salvage) {
    if (head.width * head.height > MAX_PIXELS) return 'too_many_pixels';
    if (!isWhole(head, bytes)) return 'not_an_image';
  }
  return decodeAndEncode(bytes, cleaning);
}
