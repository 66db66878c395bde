import type { Pool } from 'pg';
import type { StoredEvent } from './canonical.ts';

/**
 * Events at a time: a page is held in memory, with its texts. Who seals shares a process with the read models, which wait
 * while a page is hashed: some 3 ms, where 2,000 took thirty.
 */
const PAGE = 250;

const COLUMNS = `position::float8 AS position, stream, version, id::text AS id, type,
  schema_version::int AS schema_version, data::text AS data, metadata::text AS metadata,
  round(date_part('epoch', recorded_at) * 1000000)::bigint::text AS recorded_at`;

/** Events of a range of positions exactly as they lie in the database, in order, page by page. */
export async function* storedEvents(pool: Pool, first: number, last: number): AsyncGenerator<StoredEvent[]> {
  for (let from = first; from <= last; from += PAGE) {
    const { rows } = await pool.query<StoredEvent>({
      name: 'audit-stored-events',
      text: `SELECT ${COLUMNS} FROM log.events WHERE position BETWEEN $1 AND $2 ORDER BY position`,
      values: [from, Math.min(from + PAGE - 1, last)],
    });
    yield rows;
  }
}
