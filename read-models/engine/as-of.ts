import type { Pool } from 'pg';
import { reader } from './reader.ts';

/** The position or time up to which an answer is complete. */
export interface AsOf {
  /** Log position: every event at or below it is in the answer. */
  position: number;
  /** Unix seconds of the newest event considered; 0 for an empty log. */
  time: number;
}

export interface Answer<Row> {
  as_of: AsOf;
  rows: Row[];
}

/** A prepared statement; the same name always has the same text. */
export interface Statement {
  name: string;
  text: string;
  /** The read models of the query. */
  models: readonly string[];
}

/** The answer exceeds the limit in rows or bytes; the caller must request less. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/** Maximum bytes of rows for one query; further rows stay in the database. */
const MAX_ROW_BYTES = 16 * 1_048_576;

/** Reads rows and the checkpoints of their read models in the same snapshot. Their parameters are the first ones. */
export const statementText = (rows: string, parameters: number): string => `
  SELECT position, true_at, written, CASE WHEN octet_length(rows::text) <= ${MAX_ROW_BYTES} THEN rows END AS rows
    FROM (SELECT coalesce(min(position), 0)::float8 AS position, coalesce(min(true_at), 0)::float8 AS true_at,
                 (SELECT coalesce(max(position), 0)::float8 FROM rm.session_positions
                   WHERE sid = $${parameters + 2}) AS written,
                 (SELECT coalesce(json_agg(answer), '[]') FROM (${rows}) AS answer) AS rows
            FROM rm.checkpoints WHERE name = ANY ($${parameters + 1}) OFFSET 0) AS answered`;

/** Runs a statement. Waits for the reader's own writes. Throws AnswerTooLarge. */
export async function runStatement<Row>(
  pool: Pick<Pool, 'query'>,
  statement: Statement,
  values: readonly unknown[],
): Promise<Answer<Row>> {
  const own = reader.getStore();
  if (!own) return (await runOnce<Row>(pool, statement, values, null)).answer;
  if (own.position > 0) await own.reach(statement.models, own.position);
  const { answer, written } = await runOnce<Row>(pool, statement, values, own.sid);
  if (written <= Math.max(answer.as_of.position, own.position)) return answer;
  // The session has written at another process.
  await own.reach(statement.models, written);
  return (await runOnce<Row>(pool, statement, values, own.sid)).answer;
}

/** @returns with `written`: the position that the session `sid` has written, in the same snapshot */
async function runOnce<Row>(
  pool: Pick<Pool, 'query'>,
  statement: Statement,
  values: readonly unknown[],
  sid: string | null,
): Promise<{ answer: Answer<Row>; written: number }> {
  const { rows } = await pool.query<{
    position: number;
    true_at: number;
    written: number;
    rows: Row[] | null;
  }>({
    name: statement.name,
    text: statement.text,
    values: [...values, statement.models, sid],
  });
  const [first] = rows;
  if (!first) throw new Error(`${statement.name} gave no answer`);
  if (first.rows === null)
    throw new AnswerTooLarge(`${statement.name} gave more than ${MAX_ROW_BYTES} bytes`);
  return {
    answer: {
      as_of: { position: first.position, time: Math.floor(first.true_at / 1000) },
      rows: first.rows,
    },
    written: first.written,
  };
}

/** Of several answers shown together: true through the one furthest behind. */
export const earliest = (first: AsOf, ...others: readonly AsOf[]): AsOf =>
  others.reduce((least, other) => (other.position < least.position ? other : least), first);
