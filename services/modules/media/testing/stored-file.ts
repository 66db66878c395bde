import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { newFileId, type UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { MediaKind } from '../media-files.ts';
import type { MediaStore } from '../media-store.ts';

interface FileToStore {
  owner: UserId;
  bytes: Buffer;
  kind?: MediaKind;
  type?: string;
  name?: string;
  state?: string;
  /** Waits for its variants. */
  job?: boolean;
}

/** A file as its upload leaves it. @returns its id and the name of its object */
export async function storeFile(
  { pool, store }: { pool: Pool; store: MediaStore },
  {
    owner,
    bytes,
    kind = 'picture',
    type = 'image/png',
    name = 'file',
    state = 'checked',
    job = true,
  }: FileToStore,
): Promise<{ file_id: string; object: string }> {
  const file_id = newFileId();
  const object = randomBytes(20).toString('hex');
  async function* whole(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  const { sha256 } = await store.write(object, whole(), bytes.length);
  const row = { file_id, owner_id: owner, kind, state, name, type, bytes: bytes.length, sha256, object };
  await queriesOn(pool)
    .insertInto('media.files')
    .values({ ...row, created_at: 0, arrived_at: 0 })
    .execute();
  if (job) await queriesOn(pool).insertInto('media.jobs').values({ file_id }).execute();
  return { file_id, object };
}
