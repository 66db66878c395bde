import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import { userAccount } from './accounts.ts';
import type { EntryKind } from './booked-entry.ts';

const models = ['ledger'];

/** The books as of a position; by default the present. */
export type Until = number | undefined;

/** PostgreSQL's largest position: every posting is at or below it. */
const NOW = Number.MAX_SAFE_INTEGER;

const AT: Query = {
  name: 'ledger-position-at',
  models,
  sql: `SELECT coalesce((SELECT position FROM rm.ledger_entries WHERE booked_at < $1
                          ORDER BY booked_at DESC, position DESC LIMIT 1), 0) AS position`,
};

/** Position of the last entry booked before an instant (Unix milliseconds); 0 when there is none. */
export async function positionBefore(pool: Pool, instant: number): Promise<number> {
  const { rows } = await runQuery<{ position: number }>(pool, AT, [instant]);
  return rows[0]?.position ?? 0;
}

/** The debits and credits of an account, in fen. */
export interface AccountBalance {
  account: string;
  debit: number;
  credit: number;
}

const BALANCES: Query = {
  name: 'ledger-balances',
  models,
  sql: `SELECT named.account, coalesce(last.debit_after, 0) AS debit, coalesce(last.credit_after, 0) AS credit
          FROM unnest($1::text[]) WITH ORDINALITY AS named (account, nth)
          LEFT JOIN LATERAL (
            SELECT p.debit_after, p.credit_after FROM rm.ledger_postings p
             WHERE p.account = named.account AND p.position <= $2 ORDER BY p.position DESC LIMIT 1) AS last
            ON true
         ORDER BY named.nth`,
};

const PRESENT_BALANCES: Query = {
  name: 'ledger-balances-now',
  models,
  sql: `SELECT named.account, coalesce(debit, 0) AS debit, coalesce(credit, 0) AS credit
          FROM unnest($1::text[]) WITH ORDINALITY AS named (account, nth) LEFT JOIN rm.ledger_accounts USING (account)
         ORDER BY named.nth`,
};

/** Balances of accounts as of a position: one look-up each, for any length of history. */
export const balancesOf = (
  pool: Pool,
  accounts: readonly string[],
  until?: Until,
): Promise<Answer<AccountBalance>> =>
  until === undefined
    ? runQuery(pool, PRESENT_BALANCES, [accounts])
    : runQuery(pool, BALANCES, [accounts, until]);

/** A creator's money by state, in fen; positive amounts belong to the creator. */
export interface BalanceSummary {
  pending: number;
  available: number;
  paying: number;
}

/** A creator's accounts as of a position. */
export async function balanceSummaryOf(
  pool: Pool,
  user_id: string,
  until?: Until,
): Promise<{ purse: BalanceSummary; as_of: Answer<unknown>['as_of'] }> {
  const parts = ['pending', 'available', 'paying'] as const;
  const { rows, as_of } = await balancesOf(
    pool,
    parts.map((part) => userAccount(user_id, part)),
    until,
  );
  const [pending = 0, available = 0, paying = 0] = rows.map(({ debit, credit }) => credit - debit);
  return { purse: { pending, available, paying }, as_of };
}

const PENDING: Query = {
  name: 'ledger-pending',
  models,
  sql: `SELECT coalesce((SELECT credit - debit FROM rm.ledger_accounts WHERE account = $2), 0) AS pending,
               coalesce(max(refunded), 0) AS refunds_charged, coalesce(max(settled), 0) AS settled
          FROM rm.income_creators WHERE user_id = $1`,
};

/**
 * One row: a creator's pending income in fen, with the refunds and settlements that it includes. A decision on a
 * withdrawal can so detect later ones.
 */
export const pendingOf = (
  pool: Pool,
  user_id: string,
): Promise<Answer<{ pending: number; refunds_charged: number; settled: number }>> =>
  runQuery(pool, PENDING, [user_id, userAccount(user_id, 'pending')]);

/** A posting with its source. */
export interface Posting {
  position: number;
  /** Unix seconds */
  time: number;
  kind: EntryKind;
  user_id: string;
  out_trade_no: string | null;
  ref: string | null;
  /** fen; a debit is above zero, a credit below */
  amount: number;
  /** Of the account with this posting. */
  balance: number;
}

const POSTINGS: Query = {
  name: 'ledger-postings',
  models,
  // Without postings a search by position would read those of all accounts.
  sql: `WITH bounds AS (
          SELECT coalesce(CASE WHEN $2::bigint > 0 THEN (
                   SELECT number FROM rm.ledger_postings WHERE account = $1 AND position <= $2
                    ORDER BY position DESC LIMIT 1) END, 0) AS before,
                 coalesce(CASE WHEN $3::bigint < ${NOW} THEN (
                   SELECT number FROM rm.ledger_postings WHERE account = $1 AND position <= $3
                    ORDER BY position DESC LIMIT 1)
                 ELSE (SELECT postings FROM rm.ledger_accounts WHERE account = $1) END, 0) AS last)
        SELECT greatest(bounds.last - bounds.before, 0) AS total_count,
               (SELECT coalesce(json_agg(page), '[]') FROM (
                  SELECT p.position, e.at / 1000 AS time, e.kind, e.user_id, e.out_trade_no, e.ref, p.amount,
                         p.debit_after - p.credit_after AS balance
                    FROM rm.ledger_postings p JOIN rm.ledger_entries e USING (position)
                   WHERE p.account = $1 AND p.number > bounds.before AND p.number <= bounds.last - $5
                   ORDER BY p.number DESC LIMIT $4) AS page) AS list
          FROM bounds`,
};

/** One row: a page of an account's postings after one position through another, newest first. */
export const postingsOf = (
  pool: Pool,
  account: string,
  { after, until }: { after: number; until?: Until },
  { limit, offset }: { limit: number; offset: number },
): Promise<Answer<{ total_count: number; list: Posting[] }>> =>
  runQuery(pool, POSTINGS, [account, after, until ?? NOW, limit, offset]);

const LAST_OF_EACH = `
  SELECT a.account, last.debit_after AS debit, last.credit_after AS credit
    FROM rm.ledger_accounts a CROSS JOIN LATERAL (
      SELECT p.debit_after, p.credit_after FROM rm.ledger_postings p
       WHERE p.account = a.account AND p.position <= $1 ORDER BY p.position DESC LIMIT 1) AS last`;

const TRIAL: Query = {
  name: 'ledger-trial',
  models,
  sql: `SELECT account, debit, credit FROM (${LAST_OF_EACH}) AS accounts ORDER BY account`,
};

const TRIAL_SUMMED: Query = {
  name: 'ledger-trial-summed',
  models,
  sql: `SELECT named AS account, sum(debit) AS debit, sum(credit) AS credit
          FROM (SELECT regexp_replace(account, '^liabilities:user:.*:', 'liabilities:user:*:') AS named, debit, credit
                  FROM (${LAST_OF_EACH}) AS accounts) AS given
         GROUP BY named ORDER BY named`,
};

/**
 * Every account with its balance as of a position.
 * @param summed one sum per kind of creators' accounts
 */
export const trialBalance = (pool: Pool, summed: boolean, until?: Until): Promise<Answer<AccountBalance>> =>
  runQuery(pool, summed ? TRIAL_SUMMED : TRIAL, [until ?? NOW]);

const TIME: Query = {
  name: 'ledger-time-at',
  models,
  sql: `SELECT coalesce((SELECT booked_at / 1000 FROM rm.ledger_entries WHERE position <= $1
                          ORDER BY position DESC LIMIT 1), 0) AS time`,
};

/** Unix seconds at which the last entry through a position was booked; 0 when there is none. */
export async function timeAt(pool: Pool, position: number): Promise<number> {
  const { rows } = await runQuery<{ time: number }>(pool, TIME, [position]);
  return rows[0]?.time ?? 0;
}

/** An entry with all its postings. */
export interface Entry extends Omit<Posting, 'amount' | 'balance'> {
  postings: { account: string; amount: number; balance: number }[];
}

const ENTRY: Query = {
  name: 'ledger-entry',
  models,
  sql: `SELECT e.position, e.at / 1000 AS time, e.kind, e.user_id, e.out_trade_no, e.ref,
               (SELECT json_agg(json_build_object('account', p.account, 'amount', p.amount,
                         'balance', p.debit_after - p.credit_after) ORDER BY p.amount DESC, p.account)
                  FROM rm.ledger_postings p WHERE p.position = e.position) AS postings
          FROM rm.ledger_entries e WHERE e.position = $1`,
};

/** The entry that was booked from the event at a position: one row, or none. */
export const entryOf = (pool: Pool, position: number): Promise<Answer<Entry>> =>
  runQuery(pool, ENTRY, [position]);

const COUNTED: Query = {
  name: 'ledger-accounts-counted',
  models,
  sql: 'SELECT count(*) AS accounts FROM (SELECT FROM rm.ledger_accounts LIMIT $1) AS first',
};

/** Whether there are more accounts than this. */
export async function moreAccountsThan(pool: Pool, most: number): Promise<boolean> {
  const { rows } = await runQuery<{ accounts: number }>(pool, COUNTED, [most + 1]);
  return (rows[0]?.accounts ?? 0) > most;
}
