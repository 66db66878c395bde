import type { Pool } from 'pg';
import type { Fen } from '#events/money.ts';

interface ClosedWithMoney {
  /** Of the ledger. */
  account: string;
  amount: Fen;
}

/** Accounts of closed accounts that are not empty, by the ledger; 100 at most. Reads the whole log. */
export async function closedWithMoney(pool: Pool): Promise<ClosedWithMoney[]> {
  const { rows } = await pool.query<ClosedWithMoney>(
    `SELECT a.account, (a.credit - a.debit)::bigint AS amount
       FROM log.events e
       CROSS JOIN unnest(ARRAY['pending', 'available', 'paying']) AS part
       JOIN rm.ledger_accounts a ON a.account = 'liabilities:user:' || (e.data->>'user_id') || ':' || part
      WHERE e.type = 'AccountClosed' AND a.credit <> a.debit
      ORDER BY a.account LIMIT 100`,
  );
  return rows;
}
