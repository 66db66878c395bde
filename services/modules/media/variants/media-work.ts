import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { MediaKind } from '../media-files.ts';
import type { MediaStore } from '../media-store.ts';
import { watermark } from '../watermark.ts';
import { type ContainerProblem, readContainer } from './container.ts';
import { filmSizes } from './film-sizes.ts';
import { pictureVariants } from './picture-variants.ts';

/** A stored file whose variants are to be made. */
export interface MediaWork {
  kind: MediaKind;
  /** Its name in the store, and its size. */
  object: string;
  bytes: number;
  /** A film that is ready: its sizes are to be made. In pixels. */
  film?: { width: number; height: number } | undefined;
  /** The owner's watermark, by the codes of events/status.ts; null without one. */
  mark: { text: string; kind: number } | null;
}

export interface StoredVariant {
  variant: string;
  object: string;
  type: string;
  bytes: number;
  width: number;
  height: number;
}

/** What was found and made. A missing value stays as it is. */
export interface MediaMade {
  type?: string;
  width?: number;
  height?: number;
  seconds?: number;
  thumbhash?: string;
  variants: StoredVariant[];
}

/** Why a file is refused. `not_made`: several attempts failed. */
export type VariantProblem = ContainerProblem | 'not_made';
export type MediaOutcome = MediaMade | { problem: VariantProblem };

interface Parts {
  store: Pick<MediaStore, 'read' | 'write'>;
  /** Without it, films have one size. */
  ffmpeg?: string | undefined;
  /** For files until they are stored. */
  folder: string;
}

/** Always the same name: work that is repeated after a crash writes over what the first attempt wrote. */
export const variantObject = (object: string, variant: string): string =>
  createHash('sha256').update(`${object} ${variant}`).digest('hex').slice(0, 40);

async function picture({ object, mark }: MediaWork, { store }: Parts): Promise<MediaMade> {
  const bytes = await buffer(await store.read(object));
  const { made, ...found } = await pictureVariants(bytes, mark ? watermark(mark.text, mark.kind) : undefined);
  const variants: StoredVariant[] = [];
  for (const { variants: names, bytes: webp, width, height } of made) {
    const name = variantObject(object, names[0] ?? '');
    await store.write(
      name,
      (async function* () {
        yield webp;
      })(),
      webp.length,
    );
    for (const variant of names) {
      variants.push({ variant, object: name, type: 'image/webp', bytes: webp.length, width, height });
    }
  }
  return { ...found, variants };
}

async function film(
  { object, bytes }: MediaWork,
  kind: 'audio' | 'video',
  { store }: Parts,
): Promise<MediaOutcome> {
  const read = async (start: number, end: number): Promise<Uint8Array> =>
    buffer(await store.read(object, { start, end: end - 1 }));
  const found = await readContainer({ size: bytes, read }, kind);
  return typeof found === 'string' ? { problem: found } : { ...found, variants: [] };
}

async function sizes(
  { object }: MediaWork,
  film: { width: number; height: number },
  { store, ffmpeg, folder }: Parts,
): Promise<MediaMade> {
  const variants: StoredVariant[] = [];
  if (ffmpeg === undefined) return { variants };
  await filmSizes({ store, ffmpeg, folder }, { object, ...film }, async (file, body) => {
    const name = variantObject(object, file.variant);
    await store.write(name, body, file.bytes);
    variants.push({ ...file, object: name });
  });
  return { variants };
}

/** Checks audio and video, and makes the variants of pictures, into the store. Throws when the store does not answer. */
export async function workOn(work: MediaWork, parts: Parts): Promise<MediaOutcome> {
  if (work.film) return sizes(work, work.film, parts);
  switch (work.kind) {
    case 'picture':
      return picture(work, parts);
    case 'audio':
    case 'video':
      return film(work, work.kind, parts);
    case 'attachment':
      return { variants: [] };
    default:
      return work.kind satisfies never;
  }
}
