import { type Expression, sql } from 'kysely';
import { type Params, queriesOf, query } from '../engine/query.ts';
import { REFUND_STEPS, type RefundStepRow } from './tables.ts';

const models = ['refund_desk'];

interface Open {
  /** A position; left out: now. */
  until: number | undefined;
}

const openAt = (until: Expression<number>) => sql`
  rm.refund_steps
  WHERE CASE WHEN ${until}::bigint IS NULL THEN ended IS NULL
             ELSE position <= ${until} AND (ended IS NULL OR ended > ${until}) END`;

type WaitingReason = 'refund_request' | 'refund_unsent' | 'refund_failed' | 'payment_disputed';

interface WaitingRefunds {
  reason: WaitingReason;
  count: number;
  list: Pick<RefundStepRow, 'out_trade_no' | 'creator_id' | 'amount' | 'since'>[];
}

/**
 * Refunds that a second person must decide, those that failed, disputed payments, and those that the provider has not
 * sent for long: earlier ones than `sent_before` (Unix milliseconds) should have been sent.
 */
export const refundsForAttention = query(
  models,
  ({ until, sent_before, most }: Params<Open & { sent_before: number; most: number }>) => sql<WaitingRefunds>`
    WITH waiting AS (
      SELECT CASE step WHEN 'request' THEN 'refund_request' WHEN 'failed' THEN 'refund_failed'
                       WHEN 'dispute' THEN 'payment_disputed' ELSE 'refund_unsent' END AS reason, step_key,
             out_trade_no, creator_id, amount, since, position
        FROM ${openAt(until)} AND (step NOT IN ('refund', 'late') OR since <= ${sent_before}))
    SELECT reason, count(*)::int AS count,
           (SELECT json_agg(first) FROM (
              SELECT out_trade_no, creator_id, amount, since FROM waiting one
               WHERE one.reason = waiting.reason ORDER BY since, position LIMIT ${most}) AS first) AS list
      FROM waiting GROUP BY reason`,
);

/** Refunds of an order that wait for a second person, oldest first. */
export const refundRequestsOf = query(
  models,
  ({ until, out_trade_no }: Params<Open & { out_trade_no: string }>) => sql<{ refund_id: string }>`
    SELECT refund_id FROM ${openAt(until)} AND step = 'request' AND out_trade_no = ${out_trade_no} ORDER BY position`,
);

/** Since when a refund waits for its provider or has failed (Unix milliseconds); no row for one that was sent. */
export const unsentRefund = query(
  models,
  ({ out_trade_no, refund_id }: Params<{ out_trade_no: string; refund_id: string }>) =>
    queriesOf(REFUND_STEPS)
      .selectFrom('refund_steps')
      .select(['since', 'step'])
      .where('step', 'in', ['refund', 'failed'])
      .where('ended', 'is', null)
      .where('out_trade_no', '=', out_trade_no)
      .where('refund_id', '=', refund_id),
);
