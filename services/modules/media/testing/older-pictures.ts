import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { newFileId, type UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** Rows of public pictures whose bytes are not counted yet, as the update leaves them. */
export async function addOlderRows(pool: Pool, owner_id: UserId, names: readonly string[]): Promise<void> {
  const rows = names.map((name) => ({
    file_id: newFileId(),
    owner_id,
    name,
    object: name,
    kind: 'picture',
    state: 'ready',
    public: true,
    bytes: 0,
    width: 400,
    height: 300,
    created_at: 0,
  }));
  await queriesOn(pool)
    .insertInto('media.files')
    .values(rows)
    .onConflict((is) => is.doNothing())
    .execute();
}

/** A public picture where older versions stored it. @returns its address */
export async function addOlderFile(dataDir: string, name: string, bytes: Buffer): Promise<string> {
  await mkdir(join(dataDir, 'files'), { recursive: true });
  await writeFile(join(dataDir, 'files', name), bytes);
  return `/files/${name}`;
}
