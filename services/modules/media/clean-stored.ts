import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { FileStore } from '#services/runtime/file-store.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { type CleaningProgress, type Finding, salvagedPicture } from './salvage-picture.ts';

/** As uploads were stored; the pictures of the demo (svg) are our own. */
const PICTURE = /^[0-9a-f]{40}\.(png|jpg|gif|webp)$/;

interface Files {
  pool: Pool;
  files: FileStore;
  /** Folder for files that are no pictures. It is not served. */
  aside: string;
}

/** Accounts that have the picture. Deleting an account waits, so that no file is written after its deletion. */
async function lockOwners(client: PoolClient, name: string): Promise<number> {
  const { rowCount } = await client.query(
    'SELECT FROM accounts.pictures WHERE name = $1 ORDER BY user_id FOR UPDATE',
    [name],
  );
  return rowCount ?? 0;
}

/** Null for a file that is gone. */
function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

/** @returns null when the file is gone, or another run has cleaned it */
async function cleanFile(
  { pool, files, aside }: Files,
  name: string,
  owners: number,
): Promise<Finding | null> {
  const path = join(files.folder, name);
  const bytes = await readFile(path).catch(unlessGone);
  if (bytes === null) return null;
  const { finding, picture } = await salvagedPicture(bytes);
  if (finding === 'too_slow') return finding;
  return inTransaction(pool, async (client) => {
    const left = await lockOwners(client, name);
    if (left === 0 && owners > 0) return null;
    if (picture === undefined) {
      await mkdir(aside, { recursive: true, mode: 0o700 });
      if ((await rename(path, join(aside, name)).catch(unlessGone)) === null) return null;
      await client.query('DELETE FROM accounts.pictures WHERE name = $1', [name]);
      return finding;
    }
    const { rowCount } = await client.query(
      'INSERT INTO accounts.clean_pictures (name) VALUES ($1) ON CONFLICT DO NOTHING',
      [name],
    );
    if (rowCount === 0 || !(await files.replace(name, picture.bytes))) return null;
    await client.query('UPDATE accounts.pictures SET width = $2, height = $3 WHERE name = $1', [
      name,
      picture.width,
      picture.height,
    ]);
    return finding;
  });
}

/**
 * Decodes every stored picture that an older version took as it came, and writes its pixels under the same name; files that
 * are no pictures are moved aside. Done files are remembered, so a run continues where an earlier one was killed.
 * @param again also those that are remembered, after old files were restored
 */
export async function cleanFiles(
  { again = false, ...parts }: Files & { again?: boolean },
  { onProgress, onFinding }: CleaningProgress,
): Promise<void> {
  const { pool, files } = parts;
  if (again) await pool.query('DELETE FROM accounts.clean_pictures');
  const names = (await files.list()).filter((name) => PICTURE.test(name));
  // After the list: an upload is remembered before its file is there.
  const { rows } = await pool.query<{ name: string; owners: number; clean: boolean }>(
    `SELECT file.name, (SELECT count(*) FROM accounts.pictures own WHERE own.name = file.name)::int AS owners,
            EXISTS (SELECT FROM accounts.clean_pictures done WHERE done.name = file.name) AS clean
       FROM unnest($1::text[]) AS file (name)`,
    [names],
  );
  const open = rows.filter(({ clean }) => !clean);
  for (const [done, { name, owners }] of open.entries()) {
    onProgress(done, open.length);
    const finding = await cleanFile(parts, name, owners);
    if (finding !== null) onFinding(name, finding);
  }
}
