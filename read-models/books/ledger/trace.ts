import type { Pool } from 'pg';
import type { IncomeLine } from '#events/income-line.ts';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import { userAccount } from './accounts.ts';
import { INCOME_LINES } from './income.ts';
import type { Entry, Until } from './queries.ts';

const models = ['ledger'];

const NOW = Number.MAX_SAFE_INTEGER;

const ENTRIES: Query = {
  name: 'ledger-entries-at',
  models,
  sql: `SELECT e.position, e.at / 1000 AS time, e.kind, e.user_id, e.out_trade_no, e.ref,
               (SELECT json_agg(json_build_object('account', p.account, 'amount', p.amount,
                         'balance', p.debit_after - p.credit_after) ORDER BY p.amount DESC, p.account)
                  FROM rm.ledger_postings p WHERE p.position = e.position) AS postings
          FROM rm.ledger_entries e WHERE e.position = ANY ($1::bigint[]) ORDER BY e.position`,
};

/** The entries that were booked from the events at positions, in the order of the log. */
export const entriesAt = (pool: Pool, positions: readonly number[]): Promise<Answer<Entry>> =>
  runQuery(pool, ENTRIES, [positions]);

/** A line with the settlement that covers it; null while its month is not settled. */
export interface SettledLine extends IncomeLine {
  user_id: string;
  month: string;
  settlement: { position: number; lines_sha256: string; net: number; available_at: number } | null;
}

const LINES: Query = {
  name: 'income-lines-at',
  models,
  sql: `SELECT e.user_id, e.month, e.position, e.kind, e.out_trade_no, e.refund_id,
               e.amount, e.payment_fee, e.service_fee, e.affiliate, e.net,
               CASE WHEN s.position IS NULL THEN NULL ELSE json_build_object('position', s.position,
                 'lines_sha256', s.lines_sha256, 'net', s.net, 'available_at', s.available_at / 1000) END AS settlement
          FROM ${INCOME_LINES} AS e
          LEFT JOIN rm.settlements s ON s.month = e.month AND s.user_id = e.user_id AND s.position <= $2
         WHERE e.position = ANY ($1::bigint[]) AND e.month IS NOT NULL ORDER BY e.position, e.kind DESC`,
};

/** The lines of events at positions, the seller's first, with what settled them as of a position. */
export const settledLinesAt = (
  pool: Pool,
  positions: readonly number[],
  until?: Until,
): Promise<Answer<SettledLine>> => runQuery(pool, LINES, [positions, until ?? NOW]);

/** A change of a creator's available money: a settled month, or a withdrawal that was not returned. */
export interface AvailableMove {
  kind: 'month' | 'withdrawal';
  /** `YYYY-MM`, or the withdrawal's id. */
  ref: string;
  /** Of the settlement; of a withdrawal, where its money left last. */
  position: number;
  /** fen; positive: incoming, negative: outgoing */
  amount: number;
}

const MOVES: Query = {
  name: 'ledger-available-moves',
  models,
  sql: `SELECT CASE WHEN e.kind = 'settlement' THEN 'month' ELSE 'withdrawal' END AS kind, e.ref,
               max(e.position) FILTER (WHERE e.kind IN ('settlement', 'withdrawal', 'withdrawal_retried', 'payout_confirmed')) AS position,
               -sum(p.amount) AS amount
          FROM rm.ledger_postings p JOIN rm.ledger_entries e USING (position)
         WHERE p.account = $1 AND p.position <= $2
         GROUP BY 1, 2 HAVING sum(p.amount) <> 0 ORDER BY 3`,
};

/** In the order in which they happened. A withdrawal that failed or was rejected moved nothing in the end. */
export const availableMovesOf = (
  pool: Pool,
  user_id: string,
  until?: Until,
): Promise<Answer<AvailableMove>> => runQuery(pool, MOVES, [userAccount(user_id, 'available'), until ?? NOW]);

const PAID: Query = {
  name: 'ledger-payouts-of',
  models,
  sql: `SELECT e.ref, e.position, e.at / 1000 AS time
          FROM rm.ledger_postings p JOIN rm.ledger_entries e USING (position)
         WHERE p.account = ANY ($1) AND p.position <= $2 AND e.kind IN ('payout', 'payout_confirmed') AND e.ref = ANY ($3)
         ORDER BY e.position`,
};

/**
 * Paid payouts of a creator's withdrawals and finance's later confirmations, in order of booking; `time` in Unix
 * seconds.
 */
export const payoutsOf = (
  pool: Pool,
  user_id: string,
  withdrawals: readonly string[],
  until?: Until,
): Promise<Answer<{ ref: string; position: number; time: number }>> => {
  const accounts = [userAccount(user_id, 'paying'), userAccount(user_id, 'available')];
  return runQuery(pool, PAID, [accounts, until ?? NOW, withdrawals]);
};

const REQUESTED: Query = {
  name: 'ledger-withdrawal-requested',
  models,
  sql: `SELECT e.position FROM rm.ledger_postings p JOIN rm.ledger_entries e USING (position)
         WHERE p.account = $1 AND e.kind = 'withdrawal' AND e.ref = $2`,
};

/** The position at which a withdrawal was requested; undefined if the books do not know it. */
export async function requestedAt(
  pool: Pool,
  user_id: string,
  withdrawal_id: string,
): Promise<number | undefined> {
  const values = [userAccount(user_id, 'available'), withdrawal_id];
  const { rows } = await runQuery<{ position: number }>(pool, REQUESTED, values);
  return rows[0]?.position;
}
