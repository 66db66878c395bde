import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** One area's folder of `NNNN-name.sql` files. */
export interface MigrationFolder {
  /** `log`, `accounts`, … */
  area: string;
  folder: URL;
}

export class MigrationError extends Error {}

/** Only one process migrates at a time. */
const MIGRATION_LOCK = 7_420_001;

/** A migration can read the whole log. */
const NO_LIMIT_MS = 2_147_483_647;

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

async function migrationsOf({ area, folder }: MigrationFolder): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8');
      return { name: `${area}/${file}`, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Migrates a database to this program's version: each file once, in order, in its own transaction. Refuses
 * (MigrationError, one line) a database of a newer program, and an applied file that was edited.
 * @returns names of the files applied now
 */
export async function migrate(pool: Pool, folders: readonly MigrationFolder[]): Promise<string[]> {
  const wanted = (await Promise.all(folders.map(migrationsOf))).flat();
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS public.migrations (
         name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'SELECT name, sha256 FROM public.migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const known = new Set(wanted.map((migration) => migration.name));
    const unknown = rows.find((row) => !known.has(row.name));
    if (unknown) {
      throw new MigrationError(
        `the database was made by a newer version (it has ${unknown.name}): update this program, or use another database`,
      );
    }
    const done: string[] = [];
    for (const migration of wanted) {
      const before = applied.get(migration.name);
      if (before === migration.sha256) continue;
      if (before !== undefined) {
        throw new MigrationError(
          `migration ${migration.name} was changed after it was applied: restore the file`,
        );
      }
      await client.query('BEGIN; SET LOCAL statement_timeout = 0');
      try {
        await client.query({ text: migration.sql, query_timeout: NO_LIMIT_MS });
        await client.query('INSERT INTO public.migrations (name, sha256) VALUES ($1, $2)', [
          migration.name,
          migration.sha256,
        ]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw new Error(`migration ${migration.name} failed`, { cause: error });
      }
      done.push(migration.name);
    }
    return done;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
