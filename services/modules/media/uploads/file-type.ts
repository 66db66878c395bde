import { isUtf8 } from 'node:buffer';
import type { MediaKind } from '../media-files.ts';

/** Bytes of a file that are looked at. */
export const HEAD_BYTES = 65_536;

/** Types by their bytes; whether a container holds what it says is checked when the file is prepared. */
const ALLOWED: Readonly<Record<'audio' | 'video', ReadonlySet<string>>> = {
  audio: new Set([
    'audio/mpeg',
    'audio/mp4',
    'audio/x-m4a',
    'audio/ogg',
    'audio/flac',
    'audio/x-flac',
    'video/mp4',
    'audio/webm',
    'video/webm',
  ]),
  video: new Set(['video/mp4', 'video/x-m4v', 'video/webm']),
};

/** Beginnings of pages and drawings, which a browser would run. */
const ACTIVE = /^\s*<(!doctype|!--|\?xml|html|head|body|svg|script|meta|title|iframe|style)/i;
const ACTIVE_TYPES = new Set(['application/xml', 'image/svg+xml', 'text/html', 'application/xhtml+xml']);

/** The text of a head in the encodings that browsers guess. */
function textsOf(head: Buffer): string[] {
  const encodings = ['utf-8', 'utf-16le', 'utf-16be'];
  return encodings.map((encoding) => new TextDecoder(encoding).decode(head.subarray(0, 1_024)));
}

/** Captions of a video: WebVTT. */
export const CAPTIONS_TYPE = 'text/vtt';
const CAPTIONS_HEAD = /^\uFEFF?WEBVTT(?=[ \t\r\n]|$)/;

const isText = (head: Buffer): boolean =>
  !head.includes(0) && (isUtf8(head) || isUtf8(head.subarray(0, Math.max(0, head.length - 4))));

/**
 * The MIME type by the first bytes, never by the name.
 * @returns undefined for a file that is not of its kind: also web pages and drawings that run scripts
 */
export async function typeOf(kind: Exclude<MediaKind, 'picture'>, head: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime.replace(/;.*$/, '');
  if (kind !== 'attachment') return found !== undefined && ALLOWED[kind].has(found) ? found : undefined;
  if (ACTIVE_TYPES.has(found ?? '') || textsOf(head).some((text) => ACTIVE.test(text))) return undefined;
  if (found !== undefined) return found;
  if (!isText(head)) return 'application/octet-stream';
  return CAPTIONS_HEAD.test(head.toString('utf8', 0, 16)) ? CAPTIONS_TYPE : 'text/plain';
}
