import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';
import type { Standing } from './tables.ts';

const models = ['withdrawals'];

/** The owner of a withdrawal. */
interface WhoseWithdrawal {
  withdrawal_id: string;
  user_id: string;
}

/** The present state of all withdrawals. */
const NOW = 'rm.withdrawals';

/** The state at a position (`$1`): the last move up to it. */
const THEN = `(
  SELECT w.withdrawal_id, w.user_id, w.position, w.amount, w.withdraw_type, w.requested_at,
         past.status, past.standing, past.since, past.disputes
    FROM rm.withdrawals w CROSS JOIN LATERAL (
      SELECT (array_agg(status ORDER BY position DESC) FILTER (WHERE status IS NOT NULL))[1] AS status,
             (array_agg(standing ORDER BY position DESC) FILTER (WHERE standing IS NOT NULL))[1] AS standing,
             max(at) FILTER (WHERE standing IS NOT NULL OR disputes <> 0) AS since,
             sum(disputes) AS disputes
        FROM rm.withdrawal_moves m WHERE m.withdrawal_id = w.withdrawal_id AND m.position <= $1) AS past
   WHERE w.position <= $1)`;

/** The same question about the present and about the past. `$1` is the position, 0 for the present. */
interface Tensed {
  present: Query;
  past: Query;
}

const questions = (name: string, sql: (source: string) => string): Tensed => ({
  present: { name, models, sql: sql(NOW) },
  past: { name: `${name}-then`, models, sql: sql(THEN) },
});

/** As of a position; by default the present. */
type Until = number | undefined;

const asked = <Row>(
  pool: Pool,
  { present, past }: Tensed,
  until: Until,
  values: readonly unknown[],
): Promise<Answer<Row>> => runQuery<Row>(pool, until === undefined ? present : past, [until ?? 0, ...values]);

/** Filters; all are optional. */
export interface WithdrawalFilter {
  statuses?: readonly number[] | undefined;
  user_id?: string | undefined;
  withdraw_type?: number | undefined;
  until?: Until;
}

const MATCHING = (source: string): string => `
  ${source} AS w
  WHERE $1::bigint IS NOT NULL AND ($2::smallint[] IS NULL OR w.status = ANY ($2))
    AND ($3::text IS NULL OR w.user_id = $3) AND ($4::smallint IS NULL OR w.withdraw_type = $4)`;

/** Open ones are listed oldest first, finished ones newest first. */
const LISTED = questions(
  'withdrawals-listed',
  (source) => `
  SELECT (SELECT count(*) FROM ${MATCHING(source)}) AS total_count,
         (SELECT coalesce(sum(amount), 0) FROM ${MATCHING(source)}) AS total_amount,
         (SELECT coalesce(json_agg(page), '[]') FROM (
            SELECT withdrawal_id, user_id FROM ${MATCHING(source)}
             ORDER BY CASE WHEN $2::smallint[] <@ '{1,8}' THEN w.position END, w.position DESC
             LIMIT $5 OFFSET $6) AS page) AS list`,
);

/** One row: a page of matching withdrawals; those on their way longest waiting first, any others newest first. */
export const withdrawalsListed = (
  pool: Pool,
  { statuses, user_id, withdraw_type, until }: WithdrawalFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Answer<{ total_count: number; total_amount: number; list: WhoseWithdrawal[] }>> =>
  asked(pool, LISTED, until, [statuses ?? null, user_id ?? null, withdraw_type ?? null, limit, offset]);

/** Why a withdrawal needs attention or a decision. */
export type Attention = 'disputed' | 'unknown' | 'failed' | 'waiting';

/** One that needs attention. */
export interface Attended extends WhoseWithdrawal {
  reason: Attention;
  /** fen */
  amount: number;
  standing: Standing;
  /** Unix milliseconds since the start of this state. */
  since: number;
}

/**
 * A failed one has returned its money: it needs attention until it is retried or switched, or until the creator
 * requests another. A disputed one needs attention until finance closes the dispute.
 */
const ATTENTION = questions(
  'withdrawals-attention',
  (source) => `
  WITH attended AS (
    SELECT w.withdrawal_id, w.user_id, w.amount, w.standing, w.since, w.position,
           CASE WHEN w.disputes > 0 THEN 'disputed' ELSE w.standing END AS reason
      FROM ${source} AS w
     WHERE w.disputes > 0 OR w.standing IN ('waiting', 'unknown')
        OR (w.standing = 'failed' AND NOT EXISTS (
              SELECT FROM rm.withdrawals later
               WHERE later.user_id = w.user_id AND later.position > w.position
                 AND ($1::bigint = 0 OR later.position <= $1))))
  SELECT reason, count(*) AS count, sum(amount) AS amount, min(since) AS oldest,
         (SELECT json_agg(first) FROM (
            SELECT withdrawal_id, user_id, reason, amount, standing, since FROM attended one
             WHERE one.reason = attended.reason ORDER BY since, position LIMIT $2) AS first) AS list
    FROM attended GROUP BY reason`,
);

/**
 * Withdrawals for each reason, oldest first.
 * @param most the maximum of each reason
 */
export const withdrawalsForAttention = (
  pool: Pool,
  most: number,
  until?: Until,
): Promise<Answer<{ reason: Attention; count: number; amount: number; oldest: number; list: Attended[] }>> =>
  asked(pool, ATTENTION, until, [most]);

const WHOSE: Query = {
  name: 'withdrawal-whose',
  models,
  sql: 'SELECT withdrawal_id, user_id FROM rm.withdrawals WHERE withdrawal_id = $1',
};

/** One row, or none. */
export const whoseWithdrawal = (pool: Pool, withdrawal_id: string): Promise<Answer<WhoseWithdrawal>> =>
  runQuery(pool, WHOSE, [withdrawal_id]);
