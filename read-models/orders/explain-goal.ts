import type { Pool } from 'pg';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { BusinessDay, Millis } from '#events/time.ts';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';
import type { PageRange } from './columns.ts';
import { type Explanation, explanationSql } from './explain.ts';

/** Which orders count for a goal in a period. */
export interface GoalScope {
  creator_id: string;
  of: 'money' | 'fans';
  /** Paid from `from` until before `to`, which are on these business days. */
  from: Millis;
  to: Millis;
  days: readonly [BusinessDay, BusinessDay];
  /** Payments and refunds through the end of this day. */
  through: BusinessDay;
  products: boolean;
}

const PAID = `
  SELECT o.out_trade_no, o.user_id, o.paid_at AS at,
         o.total_amount - coalesce((SELECT sum(r.amount) FROM rm.order_refunds r
                                     WHERE r.out_trade_no = o.out_trade_no AND r.day <= $6::date), 0) AS amount
    FROM rm.orders o
   WHERE o.creator_id = $1 AND o.paid_day BETWEEN $4::date AND least($5::date, $6::date)
     AND o.paid_at >= $2 AND o.paid_at < $3 AND NOT o.imported AND (o.product_type = ${PRODUCT_TYPE.sponsorship} OR $7::boolean)`;

const PARTS: Record<GoalScope['of'], string> = {
  money: 'SELECT out_trade_no, at, amount AS contribution FROM paid WHERE amount <> 0',
  fans: `
    SELECT DISTINCT ON (user_id) out_trade_no, at, 1 AS contribution FROM paid
     WHERE amount > 0 ORDER BY user_id, at DESC, out_trade_no DESC`,
};

const questionOf = (of: GoalScope['of']): Query => ({
  name: `explain-goal-${of}`,
  models: ['orders'],
  sql: explanationSql(
    `WITH paid AS MATERIALIZED (${PAID}), parts AS MATERIALIZED (${PARTS[of]})`,
    '$8',
    '$9',
  ),
});

/**
 * One row: the orders that count for a goal, newest payment first, and their sum. It is computed from orders, not from
 * the rows of the goal, so both check each other. A fan counts with the newest order.
 */
export const explainGoal = (
  pool: Pool,
  scope: GoalScope,
  { limit, offset }: PageRange,
): Promise<Answer<Explanation>> => {
  const { creator_id, of, from, to, days, through, products } = scope;
  return runQuery(pool, questionOf(of), [
    ...[creator_id, from, to, ...days, through, products],
    ...[limit, offset],
  ]);
};
