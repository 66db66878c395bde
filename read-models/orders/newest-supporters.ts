import type { Pool } from 'pg';
import { REFUND_STATE } from '#events/status.ts';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';

const NEWEST: Query = {
  name: 'orders-newest-supporters',
  models: ['orders'],
  sql: `SELECT user_id, max(paid_at) / 1000 AS time FROM (
          SELECT user_id, paid_at FROM rm.orders
           WHERE creator_id = $1 AND paid_day IS NOT NULL AND NOT imported AND total_amount > 0
             AND refund_state <> ${REFUND_STATE.full}
           ORDER BY paid_day DESC, paid_at DESC, out_trade_no DESC LIMIT $2) AS newest
         GROUP BY user_id ORDER BY time DESC, user_id`,
};

/** Users who paid a creator, newest first, with the second of their newest payment. @param among how many orders */
export const newestSupporters = (
  pool: Pool,
  creator_id: string,
  among: number,
): Promise<Answer<{ user_id: string; time: number }>> => runQuery(pool, NEWEST, [creator_id, among]);
