import { type Expression, sql } from 'kysely';
import {
  oneRow,
  type PageRange,
  type Params,
  pageRow,
  presentOrPast,
  withColumns,
} from '../../engine/query.ts';
import { BANK } from './accounts.ts';
import type { AsOfPosition } from './income.ts';
import { lastOfEach } from './queries.ts';

const models = ['ledger'];

/** Kinds of accounts in the totals. `other`: fees, expenses, and payments to be returned. */
export const BOOK_TOTALS = ['pending', 'available', 'paying', 'psp', 'bank', 'other'] as const;
export type BookTotal = (typeof BOOK_TOTALS)[number];

const KIND = sql`CASE
  WHEN account LIKE 'liabilities:user:%' THEN split_part(account, ':', 4)
  WHEN account LIKE 'assets:psp:%' THEN 'psp'
  WHEN account = ${BANK} THEN 'bank'
  ELSE 'other' END`;

/** Every account with its present balance, or that as of a position. */
const accounts = (until: Expression<number>, past: boolean) =>
  past ? sql`(${lastOfEach(until)})` : sql`rm.ledger_accounts`;

/** One row per kind of account that has postings. `balance`: debits less credits, in fen. */
export const bookTotals = presentOrPast(
  models,
  ({ until }: Params<AsOfPosition>, past) => sql<{ kind: BookTotal; balance: number; accounts: number }>`
    SELECT ${KIND} AS kind, sum(debit - credit) AS balance, count(*) AS accounts
      FROM ${accounts(until, past)} AS books GROUP BY 1`,
);

/** A page of the accounts in a total, largest first, without zero balances. */
export const accountsOfTotal = oneRow(
  presentOrPast(
    models,
    ({ kind, limit, offset, until }: Params<AsOfPosition & PageRange & { kind: BookTotal }>, past) => {
      const books = sql`(
      SELECT account, debit - credit AS balance FROM ${accounts(until, past)} AS every
       WHERE ${KIND} = ${kind} AND debit <> credit) AS books`;
      const page = sql<{ account: string; balance: number }>`(
      SELECT * FROM ${books} ORDER BY abs(balance) DESC, account LIMIT ${limit} OFFSET ${offset})`;
      return withColumns(
        pageRow(sql<number>`(SELECT count(*) FROM ${books})`, page),
        sql<{ balance: number }>`(SELECT coalesce(sum(balance), 0) FROM ${books}) AS balance`,
      );
    },
  ),
);
