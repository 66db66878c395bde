import type { Pool } from 'pg';
import type { StoredEvent } from './canonical.ts';

/**
 * Events at a time: a page is held in memory, with its texts. Who seals shares a process with the read models, which wait
 * while a page is hashed: some 3 ms, where 2,000 took thirty.
 */
const PAGE = 250;
const BYTES = 1024 * 1024;

const COLUMNS = `e.position::float8 AS position, e.stream, e.version, e.id::text AS id, e.type,
  e.schema_version::int AS schema_version, e.data::text AS data, e.metadata::text AS metadata,
  round(date_part('epoch', e.recorded_at) * 1000000)::bigint::text AS recorded_at`;

/** Stored events of a range of positions, exactly as in the database, in order, page by page. */
export async function* storedEvents(pool: Pool, first: number, last: number): AsyncGenerator<StoredEvent[]> {
  for (let from = first; from <= last; ) {
    const { rows } = await pool.query<StoredEvent & { through: number }>({
      name: 'audit-stored-events',
      text: `SELECT p.through::float8 AS through, ${COLUMNS} FROM log.page_end($1, $2, ${PAGE}, ${BYTES}, NULL) AS p
               LEFT JOIN LATERAL log.read_all($1, p.through, ${PAGE}, NULL) AS e ON true`,
      values: [from - 1, last],
    });
    yield rows.flatMap(({ through: _, ...event }) => (event.position === null ? [] : [event]));
    from = (rows[0]?.through ?? last) + 1;
  }
}
