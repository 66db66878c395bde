import sharp from 'sharp';
import type { MediaKind } from '#services/contract/media/media.ts';
import { storeFile } from '#services/modules/media/testing/stored-file.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { TestApi, TestUser } from './test-api.ts';

const SIZE = { width: 64, height: 48 };
const THUMBHASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
const TYPES = {
  picture: 'image/png',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  attachment: 'application/zip',
} as const satisfies Record<MediaKind, string>;

/** A file as the lane of the worker leaves it: with its variants. */
export async function readyFile(
  { deps: { pool, media } }: TestApi,
  { user_id: owner }: TestUser,
  kind: MediaKind = 'picture',
  state = 'ready',
): Promise<{ file_id: string; object: string }> {
  const ground = { create: { ...SIZE, channels: 3, background: '#946ce6' } } as const;
  const bytes = await sharp(ground).png().toBuffer();
  const file = { owner, bytes, kind, type: TYPES[kind], name: `a.${kind}`, state, job: false };
  const { file_id, object } = await storeFile({ pool, store: media.store }, file);
  if (kind !== 'picture') return { file_id, object };
  const db = queriesOn(pool);
  const variants = ['w1440', 'w720', 'w320', 'blur'].map((variant) => ({
    file_id,
    variant,
    object,
    type: TYPES.picture,
    bytes: bytes.length,
    ...SIZE,
  }));
  await db.insertInto('media.variants').values(variants).execute();
  const shown = db.updateTable('media.files').set({ ...SIZE, thumbhash: THUMBHASH });
  await shown.where('file_id', '=', file_id).execute();
  return { file_id, object };
}
