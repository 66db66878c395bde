import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import { BANK } from './accounts.ts';

const models = ['ledger'];

/** As of a position; by default the present. */
type Until = number | undefined;

/** Kinds of accounts in the totals. `other`: fees, expenses, and payments to be returned. */
export const BOOK_TOTALS = ['pending', 'available', 'paying', 'psp', 'bank', 'other'] as const;
export type BookTotal = (typeof BOOK_TOTALS)[number];

const KIND = `CASE
  WHEN account LIKE 'liabilities:user:%' THEN split_part(account, ':', 4)
  WHEN account LIKE 'assets:psp:%' THEN 'psp'
  WHEN account = '${BANK}' THEN 'bank'
  ELSE 'other' END`;

/** Every account with its present balance. */
const PRESENT = 'SELECT account, debit, credit FROM rm.ledger_accounts';

/** At a position (`$1`): the account's last posting up to it. */
const PAST = `
  SELECT a.account, last.debit_after AS debit, last.credit_after AS credit
    FROM rm.ledger_accounts a CROSS JOIN LATERAL (
      SELECT p.debit_after, p.credit_after FROM rm.ledger_postings p
       WHERE p.account = a.account AND p.position <= $1 ORDER BY p.position DESC LIMIT 1) AS last`;

const asked = <Row>(
  pool: Pool,
  name: string,
  sql: (accounts: string) => string,
  until: Until,
  values: readonly unknown[] = [],
): Promise<Answer<Row>> => {
  const question: Query =
    until === undefined
      ? { name, models, sql: sql(PRESENT) }
      : { name: `${name}-then`, models, sql: sql(PAST) };
  return runQuery<Row>(pool, question, [until ?? 0, ...values]);
};

/** One row per kind of account that has postings. `balance`: debits less credits, in fen. */
export const bookTotals = (
  pool: Pool,
  until?: Until,
): Promise<Answer<{ kind: BookTotal; balance: number; accounts: number }>> =>
  asked(
    pool,
    'ledger-totals',
    (accounts) => `
      SELECT ${KIND} AS kind, sum(debit - credit) AS balance, count(*) AS accounts
        FROM (${accounts}) AS books WHERE $1::bigint IS NOT NULL GROUP BY 1`,
    until,
  );

/** One row: a page of the accounts in a total, largest first, without zero balances. */
export const accountsOfTotal = (
  pool: Pool,
  kind: BookTotal,
  { limit, offset }: { limit: number; offset: number },
  until?: Until,
): Promise<Answer<{ total_count: number; balance: number; list: { account: string; balance: number }[] }>> =>
  asked(
    pool,
    'ledger-accounts-of-total',
    (accounts) => `
      WITH books AS (
        SELECT account, debit - credit AS balance FROM (${accounts}) AS every
         WHERE $1::bigint IS NOT NULL AND ${KIND} = $2 AND debit <> credit)
      SELECT (SELECT count(*) FROM books) AS total_count, (SELECT coalesce(sum(balance), 0) FROM books) AS balance,
             (SELECT coalesce(json_agg(page), '[]') FROM (
                SELECT account, balance FROM books ORDER BY abs(balance) DESC, account LIMIT $3 OFFSET $4) AS page) AS list`,
    until,
    [kind, limit, offset],
  );
