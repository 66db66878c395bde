import type { Pool } from 'pg';

/** Up to which event the topic has everything, and where to continue. */
export interface RelayCheckpoint {
  position: number;
  /** By partition: all later events are at this offset or after it. */
  offsets: Readonly<Record<string, string>>;
}

export async function readCheckpoint(pool: Pool, topic: string): Promise<RelayCheckpoint> {
  const { rows } = await pool.query<{ position: string | number; offsets: RelayCheckpoint['offsets'] }>(
    'SELECT position, offsets FROM feed.relay WHERE topic = $1',
    [topic],
  );
  const [row] = rows;
  return row ? { position: Number(row.position), offsets: row.offsets } : { position: 0, offsets: {} };
}

/**
 * Compare-and-set. It does not wait for the disk: after a crash of PostgreSQL, some events are sent again.
 * @returns false when another relay has moved it
 */
export async function moveCheckpoint(
  pool: Pool,
  topic: string,
  from: number,
  { position, offsets }: RelayCheckpoint,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
     INSERT INTO feed.relay AS r (topic, position, offsets)
     SELECT $1, $3::bigint, $4::jsonb FROM unhurried
      WHERE $2::bigint = 0 OR EXISTS (SELECT FROM feed.relay WHERE topic = $1)
     ON CONFLICT (topic) DO UPDATE SET position = excluded.position, offsets = excluded.offsets
      WHERE r.position = $2`,
    [topic, from, position, JSON.stringify(offsets)],
  );
  return rowCount === 1;
}
