import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { MediaStore } from '../media-store.ts';
import { olderFolder, olderNames } from './older-files.ts';
import { storePublic } from './public-files.ts';
import { type CleaningProgress, type Finding, salvagedPicture } from './salvage-picture.ts';

interface Parts {
  pool: Pool;
  /** Where public pictures are written to. */
  store: Pick<MediaStore, 'write'>;
  /** Its folder `files` holds those of older versions. */
  dataDir: string;
  /** Folder for files that are no pictures. It is not served. */
  aside: string;
}

/** Null for a file that is gone. */
function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

/** Accounts that have the picture. Deleting an account waits, so that no file is written after its deletion. */
async function lockOwners(client: PoolClient, name: string): Promise<number> {
  const rows = queriesOn(client)
    .selectFrom('media.files')
    .where('public', '=', true)
    .where('object', '=', name);
  return (await rows.select('file_id').orderBy('file_id').forUpdate().execute()).length;
}

/** @returns null when the file is gone, or was clean before */
async function takeFile(
  { pool, store, dataDir, aside }: Parts,
  { name, owners, isClean }: { name: string; owners: number; isClean: boolean },
): Promise<Finding | null> {
  const path = join(olderFolder(dataDir), name);
  const bytes = await readFile(path).catch(unlessGone);
  if (bytes === null) return null;
  const { finding, picture } = isClean ? { finding: null, picture: { bytes } } : await salvagedPicture(bytes);
  if (finding === 'too_slow') return finding;
  const isTaken = await inTransaction(
    pool,
    async (client) => {
      const left = await lockOwners(client, name);
      if (left === 0 && owners > 0) return false;
      const rows = queriesOn(client);
      if (picture === undefined) {
        await mkdir(aside, { recursive: true, mode: 0o700 });
        if ((await rename(path, join(aside, name)).catch(unlessGone)) === null) return false;
        await rows.deleteFrom('media.files').where('public', '=', true).where('object', '=', name).execute();
        return true;
      }
      await storePublic(store, name, picture.bytes);
      const { bytes: content, ...size } = picture;
      await rows
        .updateTable('media.files')
        .where('public', '=', true)
        .where('object', '=', name)
        .set({ bytes: content.length, ...('width' in size && { width: size.width, height: size.height }) })
        .execute();
      return true;
    },
    { once: true },
  );
  // Only now: a run that was killed before finds the file here, and takes it again.
  if (isTaken && picture !== undefined) await rm(path, { force: true });
  return isTaken ? finding : null;
}

/**
 * Takes the public pictures of older versions into the store, at their addresses. One that was stored as it came is decoded;
 * a file that is no picture is moved aside. A run continues where an earlier one was killed.
 * @param again decodes also those that were decoded before, after old files were restored
 * @returns how many pictures were clean and are only moved
 */
export async function takeOverFiles(
  { again = false, ...parts }: Parts & { again?: boolean },
  { onProgress, onFinding }: CleaningProgress,
): Promise<number> {
  const { pool, dataDir } = parts;
  if (again) await queriesOn(pool).deleteFrom('accounts.clean_pictures').execute();
  const names = await olderNames(dataDir);
  // After the list: an upload is remembered before its file is there.
  const { rows } = await pool.query<{ name: string; owners: number; clean: boolean }>(
    `SELECT file.name, EXISTS (SELECT FROM accounts.clean_pictures done WHERE done.name = file.name) AS clean,
            (SELECT count(*) FROM media.files own WHERE own.public AND own.object = file.name)::int AS owners
       FROM unnest($1::text[]) AS file (name)`,
    [names],
  );
  let moved = 0;
  for (const [done, { name, owners, clean }] of rows.entries()) {
    onProgress(done, rows.length);
    // The demo's drawings are our own.
    const isClean = clean || name.endsWith('.svg');
    const finding = await takeFile(parts, { name, owners, isClean });
    if (finding !== null) onFinding(name, finding);
    else if (isClean) moved += 1;
  }
  return moved;
}
