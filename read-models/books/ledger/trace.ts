import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { IncomeLine } from '#events/income.ts';
import { type Params, query, single } from '../../engine/query.ts';
import { userAccount } from './accounts.ts';
import { type AsOfPosition, INCOME_LINES } from './income.ts';
import { orNow } from './queries.ts';

const models = ['ledger'];

/** A line with the settlement that covers it; null while its month is not settled. */
export interface SettledLine extends IncomeLine {
  user_id: string;
  month: string;
  settlement: { position: number; lines_sha256: string; net: number; available_at: number } | null;
}

/** The lines of events at positions, the seller's first, with what settled them as of a position. */
export const settledLinesAt = query(
  models,
  ({ positions, until }: Params<AsOfPosition & { positions: readonly number[] }>) => sql<SettledLine>`
    SELECT e.user_id, e.month, e.position, e.kind, e.out_trade_no, e.refund_id,
           e.amount, e.payment_fee, e.service_fee, e.affiliate, e.net,
           CASE WHEN s.position IS NULL THEN NULL ELSE json_build_object('position', s.position,
             'lines_sha256', s.lines_sha256, 'net', s.net, 'available_at', s.available_at / 1000) END AS settlement
      FROM ${INCOME_LINES} AS e
      LEFT JOIN rm.settlements s ON s.month = e.month AND s.user_id = e.user_id AND s.position <= ${orNow(until)}
     WHERE e.position = ANY (${positions}::bigint[]) AND e.month IS NOT NULL ORDER BY e.position, e.kind DESC`,
);

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

const availableMoves = query(
  models,
  ({ account, until }: Params<AsOfPosition & { account: string }>) => sql<AvailableMove>`
    SELECT CASE WHEN e.kind = 'settlement' THEN 'month' ELSE 'withdrawal' END AS kind, e.ref,
           max(e.position) FILTER (WHERE e.kind IN ('settlement', 'withdrawal', 'withdrawal_retried', 'payout_confirmed')) AS position,
           -sum(p.amount) AS amount
      FROM rm.ledger_postings p JOIN rm.ledger_entries e USING (position)
     WHERE p.account = ${account} AND p.position <= ${orNow(until)}
     GROUP BY 1, 2 HAVING sum(p.amount) <> 0 ORDER BY 3`,
);

/** In the order in which they happened. A withdrawal that failed or was rejected moved nothing in the end. */
export const availableMovesOf = (pool: Pool, user_id: string, until?: number) =>
  availableMoves(pool, { account: userAccount(user_id, 'available'), until });

interface PayoutsFilter extends AsOfPosition {
  accounts: readonly string[];
  withdrawals: readonly string[];
}

const payouts = query(
  models,
  ({ accounts, withdrawals, until }: Params<PayoutsFilter>) => sql<{
    ref: string;
    position: number;
    time: number;
  }>`
    SELECT e.ref, e.position, e.at / 1000 AS time
      FROM rm.ledger_postings p JOIN rm.ledger_entries e USING (position)
     WHERE p.account = ANY (${accounts}) AND p.position <= ${orNow(until)}
       AND e.kind IN ('payout', 'payout_confirmed') AND e.ref = ANY (${withdrawals})
     ORDER BY e.position`,
);

/**
 * Paid payouts of a creator's withdrawals and finance's later confirmations, in order of booking; `time` in Unix
 * seconds.
 */
export const payoutsOf = (pool: Pool, user_id: string, withdrawals: readonly string[], until?: number) =>
  payouts(pool, {
    withdrawals,
    until,
    accounts: [userAccount(user_id, 'paying'), userAccount(user_id, 'available')],
  });

const requested = single(
  models,
  ({ account, withdrawal_id }: Params<{ account: string; withdrawal_id: string }>) => sql<{
    position: number | null;
  }>`
    SELECT min(e.position) AS position FROM rm.ledger_postings p JOIN rm.ledger_entries e USING (position)
     WHERE p.account = ${account} AND e.kind = 'withdrawal' AND e.ref = ${withdrawal_id}`,
);

/** The position at which a withdrawal was requested; null if the books do not know it. */
export const requestedAt = async (
  pool: Pool,
  user_id: string,
  withdrawal_id: string,
): Promise<number | null> =>
  (await requested(pool, { account: userAccount(user_id, 'available'), withdrawal_id })).position;
