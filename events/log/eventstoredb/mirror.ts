import type { Pool, PoolClient } from 'pg';
import { deadlineOn, unreachableIfLost } from '../postgres/connection-loss.ts';
import type { EventStore } from './event-store.ts';
import type { Row } from './rows.ts';

const ROWS = `SELECT stream, version, id, type, schema_version, data::text AS data, metadata::text AS metadata,
  (extract(epoch FROM recorded_at) * 1000000)::bigint AS recorded_at FROM log.read_all($1, $2, $3, NULL)`;

/** Events of the tables after a position. */
export async function mirroredAfter(on: Pool | PoolClient, after: number, limit?: number): Promise<Row[]> {
  const { rows } = await on
    .query<Row>({
      name: 'log_mirrored',
      text: ROWS,
      values: [after, Number.MAX_SAFE_INTEGER, limit ?? Number.MAX_SAFE_INTEGER],
      ...deadlineOn(on),
    })
    .catch(unreachableIfLost);
  return rows.map((row) => ({ ...row, recorded_at: Number(row.recorded_at) }));
}

export async function mirrorHead(on: Pool | PoolClient): Promise<number> {
  const { rows } = await on
    .query<{ position: string }>({ text: 'SELECT position FROM log.head', ...deadlineOn(on) })
    .catch(unreachableIfLost);
  return Number(rows[0]?.position);
}

const insert = (on: Pool | PoolClient, head: number, rows: readonly Row[]): Promise<unknown> => {
  const columnOf = (name: keyof Row) => rows.map((row) => row[name]);
  const columns = [
    'stream',
    'version',
    'id',
    'type',
    'schema_version',
    'data',
    'metadata',
    'recorded_at',
  ] as const;
  return on
    .query({
      text: 'SELECT log.mirror($1, $2, $3, $4, $5, $6, $7::text[]::json[], $8::text[]::json[], $9)',
      values: [head, ...columns.map(columnOf)],
      ...deadlineOn(on),
    })
    .catch(unreachableIfLost);
};

/**
 * Adds missing events to the tables, page by page. Rows that another process adds meanwhile are not added twice.
 * @param options `ms` is the limit of a page
 * @returns the head of the tables
 */
export async function catchUp(
  on: Pool | PoolClient,
  store: EventStore,
  { reached, ms }: { reached?: (head: number) => void; ms?: number } = {},
): Promise<number> {
  for (;;) {
    const head = await mirrorHead(on);
    reached?.(head);
    const rows = await store.read(head, undefined, ms);
    if (rows.length === 0) return head;
    await insert(on, head, rows);
  }
}
