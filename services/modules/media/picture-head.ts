export type PictureExtension = 'png' | 'jpg' | 'gif' | 'webp';

/** The type and size in pixels that a picture's first bytes state, not its name. */
export interface PictureHead {
  extension: PictureExtension;
  width: number;
  height: number;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** JPEG start-of-frame markers: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function png(bytes: Buffer): PictureHead | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG)) return undefined;
  return { extension: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): PictureHead | undefined {
  const head = bytes.toString('latin1', 0, 6);
  if (bytes.length < 10 || (head !== 'GIF87a' && head !== 'GIF89a')) return undefined;
  return { extension: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** The segments of a JPEG: markers, and where they are. */
function* segmentsOf(bytes: Buffer): Generator<[marker: number, at: number]> {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    yield [bytes[at + 1] ?? 0, at];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}

function jpeg(bytes: Buffer): PictureHead | undefined {
  for (const [marker, at] of segmentsOf(bytes)) {
    if (!isFrame(marker)) continue;
    return { extension: 'jpg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return undefined;
}

function webp(bytes: Buffer): PictureHead | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { extension: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { extension: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return {
        extension: 'webp',
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    default:
      return undefined;
  }
}

/** Pixels of a side: a few bytes can claim a picture that no browser has memory for. */
const MAX_SIDE = 16_384;
const isShown = (pixels: number): boolean => pixels > 0 && pixels <= MAX_SIDE;

/**
 * The picture is not decoded: the rest can still be junk.
 * @returns undefined for bytes that do not begin as a png, jpeg, gif or webp of a size that can be shown
 */
export function pictureHead(bytes: Buffer): PictureHead | undefined {
  const picture = png(bytes) ?? gif(bytes) ?? jpeg(bytes) ?? webp(bytes);
  return picture && isShown(picture.width) && isShown(picture.height) ? picture : undefined;
}

const EXTENSION = 0x21;
const FRAME = 0x2c;
const TRAILER = 0x3b;

/** Whether no block is cut off: the decoder takes half of an animation for a shorter one. */
function isWholeGif(bytes: Buffer): boolean {
  /** Bytes of a table of colours, by the flags before it. */
  const table = (flags = 0): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + table(bytes[10]);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === TRAILER) return true;
    if (kind === EXTENSION) at += 2;
    else if (kind === FRAME) at += 11 + table(bytes[at + 9]);
    else return false;
    // Blocks, each with its length before it; the last one is empty.
    while (bytes[at]) at += 1 + (bytes[at] ?? 0);
    at += 1;
  }
  return at === bytes.length;
}

const SCAN = 0xda;
const END = Buffer.from('ffd9', 'hex');

/** Whether pixels have an end: the decoder takes zeros without one for grey ones. */
function isWholeJpeg(bytes: Buffer): boolean {
  let scan = 0;
  for (const [marker, at] of segmentsOf(bytes)) {
    scan = at;
    if (marker === SCAN) break;
  }
  return bytes.includes(END, scan);
}

/** False where a picture is cut off that the decoder would take for a whole one. */
export const isWhole = ({ extension }: PictureHead, bytes: Buffer): boolean =>
  (extension !== 'gif' || isWholeGif(bytes)) && (extension !== 'jpg' || isWholeJpeg(bytes));
