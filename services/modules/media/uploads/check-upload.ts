import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { MediaFile, MediaKind } from '../media-files.ts';
import type { MediaStore } from '../media-store.ts';
import type { PictureCleaner } from '../picture-cleaner.ts';
import { HEAD_BYTES, typeOf } from './file-type.ts';
import { MAX_BYTES } from './limits.ts';

/** What the bytes are. Their object is written. */
export type CheckedFile = Pick<MediaFile, 'type' | 'bytes'> & {
  sha256: string | null;
  width?: number;
  height?: number;
};
export type UploadProblem =
  | 'not_an_image'
  | 'too_many_pixels'
  | 'too_many_bytes'
  | 'not_audio'
  | 'not_video'
  | 'not_attachment';

interface Upload {
  kind: MediaKind;
  bytes: number;
  /** Its parts in the store, in their order. */
  parts: readonly string[];
  /** To be written. */
  object: string;
}

interface Parts {
  store: MediaStore;
  cleaner: PictureCleaner;
}

const PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' } as const;

async function checkPicture(
  { store, cleaner }: Parts,
  { bytes: most, parts, object }: Upload,
): Promise<CheckedFile | UploadProblem | 'busy'> {
  const sent: Buffer[] = [];
  for (const part of parts) sent.push(await buffer(await store.read(part)));
  const picture = await cleaner.clean(Buffer.concat(sent), { most_bytes: Math.max(most, MAX_BYTES.picture) });
  if (typeof picture === 'string') return picture;
  const { bytes, extension, width, height } = picture;
  async function* whole(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  await store.write(object, whole(), bytes.length);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { type: PICTURE_TYPES[extension], bytes: bytes.length, sha256, width, height };
}

/**
 * Looks at what arrived and writes it as one object: a picture decoded and encoded again, anything else as it is.
 * `busy`: too many pictures wait.
 */
export async function checkUpload(
  parts: Parts,
  upload: Upload,
): Promise<CheckedFile | UploadProblem | 'busy'> {
  const { kind, parts: sent, object } = upload;
  if (kind === 'picture') return checkPicture(parts, upload);
  const [first = ''] = sent;
  const end = Math.min(HEAD_BYTES, upload.bytes) - 1;
  const type = await typeOf(kind, await buffer(await parts.store.read(first, { start: 0, end })));
  if (type === undefined) return `not_${kind}`;
  return { type, ...(await parts.store.join(object, sent)) };
}
