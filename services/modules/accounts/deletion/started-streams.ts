import type { Pool } from 'pg';
import type { OutTradeNo, UserId } from '#events/ids.ts';

/**
 * What an account began, by the log's own index: a stream names its subject, not its owner. Complete for the events
 * that the log has now.
 */
export function startedStreams(pool: Pool, user: UserId) {
  const streams = async (sql: string): Promise<string[]> => {
    const { rows } = await pool.query<{ stream: string }>(`SELECT stream FROM log.events WHERE ${sql}`, [
      user,
    ]);
    return rows.map(({ stream }) => stream);
  };
  return {
    plans: () => streams("type = 'PlanCreated' AND metadata->>'creator_id' = $1"),
    albums: () => streams("type = 'AlbumCreated' AND metadata->>'creator_id' = $1"),
    posts: () => streams("type = 'PostCreated' AND metadata->>'creator_id' = $1"),
    /** Affiliate codes of the account, and those that name it as partner. */
    codes: async (): Promise<string[]> => [
      ...(await streams("type = 'AffiliateOpened' AND metadata->>'creator_id' = $1")),
      ...(await streams("type = 'AffiliateOpened' AND data->>'partner_id' = $1")),
    ],
    /** Orders of the account from before its stream had all of them. */
    async earlierOrders(): Promise<OutTradeNo[]> {
      const { rows } = await pool.query<{ out_trade_no: OutTradeNo }>(
        'SELECT out_trade_no FROM commerce.earlier_orders WHERE user_id = $1',
        [user],
      );
      return rows.map(({ out_trade_no }) => out_trade_no);
    },
    /** Whether such an order pays the account. */
    async earnedEarlier(): Promise<boolean> {
      const { rowCount } = await pool.query('SELECT FROM commerce.earlier_earners WHERE user_id = $1', [
        user,
      ]);
      return rowCount !== 0;
    },
  };
}
