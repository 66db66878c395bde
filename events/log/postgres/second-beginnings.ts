import type { Pool } from 'pg';
import { BEGINNINGS } from '../../beginnings.ts';

/** An event that begins a stream which has events already. */
export interface SecondBeginning {
  stream: string;
  type: string;
  position: number;
}

/** Second beginnings of the log, oldest first; 100 at most. Reads the whole log. */
export async function secondBeginnings(pool: Pool): Promise<SecondBeginning[]> {
  const { rows } = await pool.query<SecondBeginning>(
    `SELECT stream, type, position::float8 AS position FROM log.events
      WHERE version > 0 AND type = ANY ($1) ORDER BY position LIMIT 100`,
    [[...BEGINNINGS.keys()]],
  );
  return rows;
}

/** One line for an operator about the recorded second beginnings; undefined without any. Reads no events. */
export async function secondBeginningsLine(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ streams: number; first: string }>(
    `SELECT count(DISTINCT stream)::int AS streams, (array_agg(stream ORDER BY position))[1] AS first
       FROM log.second_beginnings HAVING count(*) > 0`,
  );
  return (
    rows[0] &&
    `${rows[0].streams} streams of the log begin twice (the first is ${rows[0].first}): \
run npm run projections -- check all, then follow docs/operating.md, "Streams that begin twice"`
  );
}
