import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';
import type { RefundStepRow } from './tables.ts';

const models = ['refund_desk'];

/** Open at position `$1`; 0: now. */
const OPEN = `
  rm.refund_steps
  WHERE CASE WHEN $1::bigint = 0 THEN ended IS NULL
             ELSE position <= $1 AND (ended IS NULL OR ended > $1) END`;

const ATTENTION: Query = {
  name: 'refunds-attention',
  models,
  sql: `
    WITH waiting AS (
      SELECT CASE WHEN step = 'request' THEN 'refund_request' ELSE 'refund_unsent' END AS reason, step_key,
             out_trade_no, creator_id, amount, since, position
        FROM ${OPEN} AND (step = 'request' OR since <= $2))
    SELECT reason, count(*)::int AS count,
           (SELECT json_agg(first) FROM (
              SELECT out_trade_no, creator_id, amount, since FROM waiting one
               WHERE one.reason = waiting.reason ORDER BY since, position LIMIT $3) AS first) AS list
      FROM waiting GROUP BY reason`,
};

interface WaitingRefunds {
  reason: 'refund_request' | 'refund_unsent';
  count: number;
  list: Pick<RefundStepRow, 'out_trade_no' | 'creator_id' | 'amount' | 'since'>[];
}

/**
 * Refunds that a second person must decide, and those that the provider has not sent for long.
 * @param sent_before Unix milliseconds: earlier refunds should have been sent
 */
export const refundsForAttention = (
  pool: Pool,
  { until, sent_before, most }: { until: number | undefined; sent_before: number; most: number },
): Promise<Answer<WaitingRefunds>> => runQuery(pool, ATTENTION, [until ?? 0, sent_before, most]);

const REQUESTS: Query = {
  name: 'refund-requests-of',
  models,
  sql: `SELECT refund_id FROM ${OPEN} AND step = 'request' AND out_trade_no = $2 ORDER BY position`,
};

/** Refunds of an order that wait for a second person, oldest first. */
export const refundRequestsOf = (
  pool: Pool,
  out_trade_no: string,
  until: number | undefined,
): Promise<Answer<{ refund_id: string }>> => runQuery(pool, REQUESTS, [until ?? 0, out_trade_no]);

const UNSENT: Query = {
  name: 'refund-unsent',
  models,
  sql: `SELECT since::float8 AS since FROM rm.refund_steps
         WHERE step = 'refund' AND ended IS NULL AND out_trade_no = $1 AND refund_id = $2`,
};

/** Since when a refund waits for its provider; no row for one that was sent. */
export const unsentRefund = (
  pool: Pool,
  out_trade_no: string,
  refund_id: string,
): Promise<Answer<{ since: number }>> => runQuery(pool, UNSENT, [out_trade_no, refund_id]);
