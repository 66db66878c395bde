import { sql } from 'kysely';
import type { Pool } from 'pg';
import { ORDER_STATUS } from '#events/status.ts';
import { type Params, query } from '#read-models/engine/query.ts';

interface Referral {
  out_trade_no: string;
  creator_id: string;
  post_id: string;
}

/** What the orders of a post brought in; fen. */
interface Revenue {
  post_id: string;
  orders: number;
  /** Paid, without what was refunded. */
  amount: number;
}

interface ReferredOrder {
  out_trade_no: string;
  user_id: string;
  plan_name: string;
  /** fen */
  total_amount: number;
  refunded: number;
  /** Unix milliseconds */
  paid_at: number;
}

const PAID = sql`content.referrals r JOIN rm.orders o USING (out_trade_no)`;
const isPaid = sql`o.status = ${sql.lit(ORDER_STATUS.success)}`;

/** One row for each post with paid orders. */
const revenues = query(
  ['orders'],
  ({ post_ids }: Params<{ post_ids: readonly string[] }>) => sql<Revenue>`
    SELECT r.post_id, count(*) AS orders, sum(o.total_amount - o.refunded) AS amount FROM ${PAID}
     WHERE r.post_id = ANY (${post_ids}) AND ${isPaid} GROUP BY r.post_id`,
);

const referredOrders = query(
  ['orders'],
  ({ post_id, skip, most }: Params<{ post_id: string; skip: number; most: number }>) => sql<ReferredOrder>`
    SELECT o.out_trade_no, o.user_id, o.plan_name, o.total_amount, o.refunded, o.paid_at FROM ${PAID}
     WHERE r.post_id = ${post_id} AND ${isPaid}
     ORDER BY o.paid_at DESC, o.out_trade_no LIMIT ${most} OFFSET ${skip}`,
);

/** Orders that were begun at the unlock panel of a post. */
export const openReferrals = (pool: Pool) => ({
  /** Notes the post at which an order was begun, once. A post of another creator is ignored. */
  async add({ out_trade_no, creator_id, post_id }: Referral): Promise<void> {
    await pool.query(
      `INSERT INTO content.referrals (out_trade_no, post_id)
       SELECT $1, p.post_id FROM rm.posts p WHERE p.post_id = $2 AND p.creator_id = $3
       ON CONFLICT DO NOTHING`,
      [out_trade_no, post_id, creator_id],
    );
  },
  /** What each of these posts brought in; posts without paid orders are left out. */
  revenues: (post_ids: readonly string[]) => revenues(pool, { post_ids }),
  /** Paid orders of a post, the newest first. */
  orders: (of: { post_id: string; skip: number; most: number }) => referredOrders(pool, of),
});

export type Referrals = ReturnType<typeof openReferrals>;
