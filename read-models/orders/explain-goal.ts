import { sql } from 'kysely';
import type { Pool } from 'pg';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { BusinessDay, Millis } from '#events/time.ts';
import { type PageRange, single, valuesOf } from '../engine/query.ts';
import { type Explanation, explanationOf } from './explain.ts';

/** Which orders count for a goal in a period. */
export interface GoalScope extends PageRange {
  creator_id: string;
  /** Paid from `from` until before `to`, which are on these business days. */
  from: Millis;
  to: Millis;
  first_day: BusinessDay;
  last_day: BusinessDay;
  /** Payments and refunds through the end of this day. */
  through: BusinessDay;
  products: boolean;
}

const { creator_id, from, to, first_day, last_day, through, products } = valuesOf<GoalScope>();

const PAID = sql`
  SELECT o.out_trade_no, o.user_id, o.paid_at AS at,
         o.total_amount - coalesce((SELECT sum(r.amount) FROM rm.order_refunds r
                                     WHERE r.out_trade_no = o.out_trade_no AND r.day <= ${through}::date), 0) AS amount
    FROM rm.orders o
   WHERE o.creator_id = ${creator_id} AND o.paid_day BETWEEN ${first_day}::date AND least(${last_day}::date, ${through}::date)
     AND o.paid_at >= ${from} AND o.paid_at < ${to} AND NOT o.imported
     AND (o.product_type = ${PRODUCT_TYPE.sponsorship} OR ${products}::boolean)`;

const explained = (parts: ReturnType<typeof sql>) =>
  single<GoalScope, Explanation>(['orders'], () =>
    explanationOf(sql`WITH paid AS MATERIALIZED (${PAID}), parts AS MATERIALIZED (${parts})`),
  );

const EXPLAINED = {
  money: explained(sql`SELECT out_trade_no, at, amount AS contribution FROM paid WHERE amount <> 0`),
  fans: explained(sql`
    SELECT DISTINCT ON (user_id) out_trade_no, at, 1 AS contribution FROM paid
     WHERE amount > 0 ORDER BY user_id, at DESC, out_trade_no DESC`),
};

/**
 * A page of the orders that count for a goal, newest payment first, and their sum. It is computed from orders, not
 * from the rows of the goal, so both check each other. A fan counts with the newest order.
 */
export const explainGoal = (pool: Pool, of: keyof typeof EXPLAINED, scope: GoalScope) =>
  EXPLAINED[of](pool, scope);
