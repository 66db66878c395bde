import { sql } from 'kysely';
import { REFUND_STATE } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';

/** Users who paid a creator in the newest `among` orders, newest first, with the second of their newest payment. */
export const newestSupporters = query(
  ['orders'],
  ({ creator_id, among }: Params<{ creator_id: string; among: number }>) => sql<{
    user_id: string;
    time: number;
  }>`
    SELECT user_id, max(paid_at) / 1000 AS time FROM (
      SELECT user_id, paid_at FROM rm.orders
       WHERE creator_id = ${creator_id} AND paid_day IS NOT NULL AND NOT imported AND total_amount > 0
         AND refund_state <> ${REFUND_STATE.full}
       ORDER BY paid_day DESC, paid_at DESC, out_trade_no DESC LIMIT ${among}) AS newest
     GROUP BY user_id ORDER BY time DESC, user_id`,
);
