import type { Pool } from 'pg';
import type { RejectedLine, StatementLineKind } from '#events/statement.ts';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import type { DifferenceCause, ItemState } from './item.ts';
import { NOW } from './tables.ts';

const models = ['reconciliation'];

/** One move of money; amounts in fen from the view of the provider's account, times in Unix seconds. */
export interface ReconciledItem {
  difference_id: string;
  provider: string;
  kind: StatementLineKind;
  reference: string;
  provider_reference: string;
  state: ItemState;
  cause: DifferenceCause;
  /** The difference is not resolved. */
  open: boolean;
  ours: number | null;
  theirs: number | null;
  /** Their amount less ours less the write-off. */
  difference: number;
  fee: number;
  written_off: number;
  lines: number;
  time: number;
  out_trade_no: string | null;
  user_id: string | null;
  withdrawal_id: string | null;
  ours_position: number | null;
  line_position: number | null;
  resolved_position: number | null;
  resolved_time: number | null;
  resolved_by: string | null;
  resolved_reason: string | null;
}

const ITEM = `difference_id, provider, kind, reference, provider_reference, state, cause, open, ours, theirs,
  difference, fee, written_off, lines, at / 1000 AS time, out_trade_no, user_id, withdrawal_id,
  ours_position, line_position, resolved_position, resolved_at / 1000 AS resolved_time, resolved_by, resolved_reason`;

export interface ItemFilter {
  /** Any of these states; awaited ones only if requested. */
  states: readonly ItemState[];
  provider?: string | undefined;
  /** Only resolved ones, or only unresolved ones. */
  open?: boolean | undefined;
  /** Unix milliseconds, from the first to before the other. */
  from?: number | undefined;
  before?: number | undefined;
  /** As of a log position; left out: now. */
  until?: number | undefined;
}

export interface StateTotal {
  state: ItemState;
  count: number;
  open: number;
  ours: number;
  theirs: number;
  difference: number;
}

/** `past`: the state at a position ($1) instead of the present. */
function listed(past: boolean): Query {
  const standing = past ? 'since <= $1 AND until > $1' : `until = ${NOW} AND $1::bigint IS NULL`;
  const wanted = `${standing} AND ($2::text IS NULL OR provider = $2) AND ($3::bigint IS NULL OR at >= $3)
    AND ($4::bigint IS NULL OR at < $4)`;
  const chosen = `${wanted} AND state = ANY ($5) AND ($6::boolean IS NULL OR open = $6)`;
  return {
    name: `reconciliation-listed-${past ? 'then' : 'now'}`,
    models,
    sql: `SELECT (SELECT count(*) FROM rm.reconciliation_items WHERE ${chosen}) AS total_count,
                 (SELECT coalesce(json_agg(page), '[]') FROM (
                    SELECT ${ITEM} FROM rm.reconciliation_items WHERE ${chosen}
                     ORDER BY at DESC, difference_id LIMIT $7 OFFSET $8) AS page) AS list,
                 (SELECT coalesce(json_agg(sums), '[]') FROM (
                    SELECT state, count(*) AS count, count(*) FILTER (WHERE open) AS open,
                           coalesce(sum(ours), 0) AS ours, coalesce(sum(theirs), 0) AS theirs,
                           coalesce(sum(difference), 0) AS difference
                      FROM rm.reconciliation_items WHERE ${wanted} GROUP BY state ORDER BY state) AS sums) AS totals`,
  };
}

const [LISTED_NOW, LISTED_THEN] = [listed(false), listed(true)];

/** One row: a page of moves, newest first, and the sums of each state in the same period. */
export const itemsListed = (
  pool: Pool,
  { states, provider, open, from, before, until }: ItemFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Answer<{ total_count: number; list: ReconciledItem[]; totals: StateTotal[] }>> =>
  runQuery(pool, until === undefined ? LISTED_NOW : LISTED_THEN, [
    ...[until ?? null, provider ?? null, from ?? null, before ?? null],
    ...[states, open ?? null, limit, offset],
  ]);

/** The state of an item from one log position to before another; null: still valid. */
export interface ItemHistory extends ReconciledItem {
  since: number;
  until: number | null;
}

/** A provider's line from any statement. */
export interface ListedLine {
  line_id: string;
  statement_id: string;
  line: number;
  kind: StatementLineKind;
  reference: string;
  provider_reference: string;
  amount: number;
  fee: number;
  time: number;
  position: number;
  difference_id: string;
}

const LINE = `line_id, statement_id, line, kind, reference, provider_reference, amount, fee, at / 1000 AS time,
  position, difference_id`;

const STORY: Query = {
  name: 'reconciliation-story',
  models,
  sql: `SELECT (SELECT coalesce(json_agg(past ORDER BY since DESC), '[]') FROM (
                  SELECT ${ITEM}, since, nullif(until, ${NOW}) AS until
                    FROM rm.reconciliation_items WHERE difference_id = $1) AS past) AS past,
               (SELECT coalesce(json_agg(of ORDER BY position), '[]') FROM (
                  SELECT ${LINE} FROM rm.reconciliation_lines WHERE difference_id = $1) AS of) AS lines`,
};

/** One row: all that an item ever was, newest first, and its lines; empty for one that never was. */
export const storyOf = (
  pool: Pool,
  difference_id: string,
): Promise<Answer<{ past: ItemHistory[]; lines: ListedLine[] }>> => runQuery(pool, STORY, [difference_id]);

const OPEN: Query = {
  name: 'reconciliation-open',
  models,
  sql: `SELECT (SELECT count(*) FROM rm.reconciliation_items WHERE until = ${NOW} AND open) AS total_count,
               (SELECT coalesce(json_agg(page), '[]') FROM (
                  SELECT ${ITEM} FROM rm.reconciliation_items WHERE until = ${NOW} AND open
                   ORDER BY at, difference_id LIMIT $1) AS page) AS list`,
};

const OPEN_AS_OF: Query = {
  name: 'reconciliation-open-then',
  models,
  sql: `SELECT (SELECT count(*) FROM rm.reconciliation_items WHERE since <= $2 AND until > $2 AND open) AS total_count,
               (SELECT coalesce(json_agg(page), '[]') FROM (
                  SELECT ${ITEM} FROM rm.reconciliation_items WHERE since <= $2 AND until > $2 AND open
                   ORDER BY at, difference_id LIMIT $1) AS page) AS list`,
};

/**
 * One row: unresolved differences, oldest first, and their number.
 * @param until as of a position
 */
export const openDifferences = (
  pool: Pool,
  limit: number,
  until?: number,
): Promise<Answer<{ total_count: number; list: ReconciledItem[] }>> =>
  until === undefined ? runQuery(pool, OPEN, [limit]) : runQuery(pool, OPEN_AS_OF, [limit, until]);

/** A statement that was read; times in Unix seconds, amounts in fen. */
export interface ListedStatement {
  statement_id: string;
  provider: string;
  format: string;
  bytes: number;
  from_time: number;
  to_time: number;
  fresh: number;
  known: number;
  amount: number;
  fee: number;
  rejected_count: number;
  /** The note of the uploader. */
  reason: string;
  uploaded_by: string;
  uploaded_time: number;
  position: number;
}

const STATEMENT = `statement_id, provider, format, bytes, from_at / 1000 AS from_time, to_at / 1000 AS to_time, fresh,
  known, amount, fee, rejected_count, reason, uploaded_by, uploaded_at / 1000 AS uploaded_time, position`;

const STATEMENTS: Query = {
  name: 'reconciliation-statements',
  models,
  sql: `SELECT (SELECT count(*) FROM rm.reconciliation_statements WHERE position <= $1) AS total_count,
               (SELECT coalesce(json_agg(page), '[]') FROM (
                  SELECT ${STATEMENT} FROM rm.reconciliation_statements WHERE position <= $1
                   ORDER BY position DESC LIMIT $2 OFFSET $3) AS page) AS list`,
};

/** One row: a page of the statements that were read, the newest first. @param until as of a position */
export const statementsListed = (
  pool: Pool,
  { limit, offset }: { limit: number; offset: number },
  until: number = NOW,
): Promise<Answer<{ total_count: number; list: ListedStatement[] }>> =>
  runQuery(pool, STATEMENTS, [until, limit, offset]);

const ONE_STATEMENT: Query = {
  name: 'reconciliation-statement',
  models,
  sql: `SELECT ${STATEMENT},
               (SELECT count(*) FROM rm.reconciliation_lines l
                 WHERE l.statement_id = $1 AND (l.at < from_at OR l.at >= to_at)) AS outside,
               (SELECT coalesce(json_agg(bad ORDER BY nth), '[]') FROM (
                  SELECT nth, line, reason FROM rm.reconciliation_rejected WHERE statement_id = $1) AS bad) AS rejected,
               (SELECT coalesce(json_agg(page), '[]') FROM (
                  SELECT ${LINE}, state, open
                    FROM rm.reconciliation_lines
                    JOIN (SELECT difference_id, state, open FROM rm.reconciliation_items WHERE until = ${NOW}) AS now
                         USING (difference_id)
                   WHERE statement_id = $1 ORDER BY line LIMIT $2 OFFSET $3) AS page) AS list
          FROM rm.reconciliation_statements WHERE statement_id = $1`,
};

/** A statement with its rejected lines and a page of its new lines: one row, or none. */
export const statementOf = (
  pool: Pool,
  statement_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<
  Answer<
    ListedStatement & {
      /** New lines with a time outside of the statement's period. */
      outside: number;
      rejected: RejectedLine[];
      list: (ListedLine & { state: ItemState; open: boolean })[];
    }
  >
> => runQuery(pool, ONE_STATEMENT, [statement_id, limit, offset]);
