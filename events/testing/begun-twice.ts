import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

export interface RecordedRow {
  stream: string;
  version: number;
  id: string;
  type: string;
  schema_version: number;
  data: string;
  metadata: string;
  recorded_at: string;
}

const rows: RecordedRow[] = JSON.parse(await readFile(new URL('begun-twice.json', import.meta.url), 'utf8'));

/** Orders of another creator that a renewal began again: one that was unpaid, and one that was paid. */
export const BEGUN_TWICE = rows
  .filter(({ type, version }) => type === 'OrderPlaced' && version > 0)
  .map(({ stream }) => stream);

/** Adds a log that an older program damaged. */
export const addDamagedLog = (pool: Pool): Promise<void> => addRows(pool, rows);

/** Adds events at the log's head, as a mirror of another store adds them. */
export async function addRows(pool: Pool, rows: readonly RecordedRow[]): Promise<void> {
  const columnOf = (name: keyof RecordedRow) => rows.map((row) => row[name]);
  await pool.query(
    `SELECT log.mirror((SELECT position FROM log.head), $1, $2, $3, $4, $5, $6::text[]::json[], $7::text[]::json[], $8)`,
    [
      columnOf('stream'),
      columnOf('version'),
      columnOf('id'),
      columnOf('type'),
      columnOf('schema_version'),
      columnOf('data'),
      columnOf('metadata'),
      columnOf('recorded_at'),
    ],
  );
}
