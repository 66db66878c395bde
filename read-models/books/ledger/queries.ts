import { type Expression, sql } from 'kysely';
import type { Pool } from 'pg';
import type { AsOf } from '../../engine/as-of.ts';
import {
  oneRow,
  type Page,
  type PageRange,
  type Params,
  pageRow,
  presentOrPast,
  queriesOf,
  query,
  type RowOf,
  seconds,
  single,
  unplanned,
} from '../../engine/query.ts';
import { userAccount } from './accounts.ts';
import type { EntryKind } from './booked-entry.ts';
import type { AsOfPosition } from './income.ts';
import { LEDGER_ACCOUNTS, LEDGER_ENTRIES } from './tables.ts';

const models = ['ledger'];
const tables = queriesOf(LEDGER_ACCOUNTS, LEDGER_ENTRIES);

/** PostgreSQL's largest position: every posting is at or below it. */
const NOW = sql.lit(Number.MAX_SAFE_INTEGER);
/** A position, by default the present. */
export const orNow = (until: Expression<number>) => sql<number>`coalesce(${until}::bigint, ${NOW})`;

const lastBooked = single(
  models,
  ({ before }: Params<{ before: number }>) => sql<{ position: number }>`
    SELECT coalesce((SELECT position FROM rm.ledger_entries WHERE booked_at < ${before}
                      ORDER BY booked_at DESC, position DESC LIMIT 1), 0) AS position`,
);

/** Position of the last entry booked before an instant (Unix milliseconds); 0 when there is none. */
export const positionBefore = async (pool: Pool, before: number): Promise<number> =>
  (await lastBooked(pool, { before })).position;

const lastBefore = single(
  ['ledger', 'staff_actions'],
  ({ before, booked }: Params<{ before: number; booked: number }>) => sql<{ position: number }>`
    SELECT coalesce((SELECT position FROM rm.staff_actions
                      WHERE at < ${before} AND position > ${booked} AND position < coalesce(
                            (SELECT min(position) FROM rm.ledger_entries WHERE position > ${booked}), ${NOW})
                      ORDER BY position DESC LIMIT 1), ${booked}) AS position`,
);

/** Position of the last entry before an instant, or of a later decision of staff before it that booked nothing. */
export const decidedBefore = async (pool: Pool, before: number): Promise<number> =>
  (await lastBefore(pool, { before, booked: await positionBefore(pool, before) })).position;

/** The debits and credits of an account, in fen. */
export interface AccountBalance {
  account: string;
  debit: number;
  credit: number;
}

/** Balances of accounts as of a position: one look-up each, for any length of history. */
export const balancesOf = presentOrPast(
  models,
  ({ accounts, until }: Params<AsOfPosition & { accounts: readonly string[] }>, past) => {
    const last = past
      ? sql`LEFT JOIN LATERAL (
          SELECT p.debit_after AS debit, p.credit_after AS credit FROM rm.ledger_postings p
           WHERE p.account = named.account AND p.position <= ${until} ORDER BY p.position DESC LIMIT 1) AS last ON true`
      : sql`LEFT JOIN rm.ledger_accounts USING (account)`;
    return sql<AccountBalance>`
      SELECT named.account, coalesce(debit, 0) AS debit, coalesce(credit, 0) AS credit
        FROM unnest(${accounts}::text[]) WITH ORDINALITY AS named (account, nth) ${last}
       ORDER BY named.nth`;
  },
);

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
  until?: number,
): Promise<{ balance: BalanceSummary; as_of: AsOf }> {
  const parts = ['pending', 'available', 'paying'] as const;
  const accounts = parts.map((part) => userAccount(user_id, part));
  const { rows, as_of } = await balancesOf(pool, { accounts, until });
  const [pending = 0, available = 0, paying = 0] = rows.map(({ debit, credit }) => credit - debit);
  return { balance: { pending, available, paying }, as_of };
}

interface Pending {
  pending: number;
  refunds_charged: number;
  settled: number;
}

const pendingIncome = query(
  models,
  ({ users, accounts }: Params<{ users: readonly string[]; accounts: readonly string[] }>) => sql<
    Pending & { user_id: string }
  >`
    SELECT named.user_id, coalesce(a.credit - a.debit, 0) AS pending,
           coalesce(c.refunded, 0) AS refunds_charged, coalesce(c.settled, 0) AS settled
      FROM unnest(${users}::text[], ${accounts}::text[]) WITH ORDINALITY AS named (user_id, account, nth)
      LEFT JOIN rm.ledger_accounts a USING (account) LEFT JOIN rm.income_creators c USING (user_id)
     ORDER BY named.nth`,
);

/**
 * Creators' pending income in fen, with the refunds and settlements that it includes: one row each, in their order. A
 * decision on a withdrawal can so detect later ones.
 */
export const pendingOfEach = (pool: Pick<Pool, 'query'>, users: readonly string[]) =>
  pendingIncome(pool, { users, accounts: users.map((user) => userAccount(user, 'pending')) });

/** The same of one creator. */
export const pendingOf = oneRow((pool, user_id: string) => pendingOfEach(pool, [user_id]));

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

/** A page of an account's postings after one position through another, newest first. */
export const postingsOf = single(
  models,
  (params: Params<AsOfPosition & PageRange & { account: string; after: number }>) => {
    const { account, after, limit, offset } = params;
    const until = orNow(params.until);
    const numberAt = (position: Expression<number>) => sql`(
      SELECT number FROM rm.ledger_postings WHERE account = ${account} AND position <= ${position}
       ORDER BY position DESC LIMIT 1)`;
    const page = sql<Posting>`(
      SELECT p.position, e.at / 1000 AS time, e.kind, e.user_id, e.out_trade_no, e.ref, p.amount,
             p.debit_after - p.credit_after AS balance
        FROM rm.ledger_postings p JOIN rm.ledger_entries e USING (position)
       WHERE p.account = ${account} AND p.number > bounds.before AND p.number <= bounds.last - ${offset}
       ORDER BY p.number DESC LIMIT ${unplanned(limit)})`;
    // Without postings a search by position would read those of all accounts.
    return sql<Page<Posting>>`
      WITH bounds AS (
        SELECT coalesce(CASE WHEN ${after}::bigint > 0 THEN ${numberAt(after)} END, 0) AS before,
               coalesce(CASE WHEN ${until} < ${NOW} THEN ${numberAt(until)}
               ELSE (SELECT postings FROM rm.ledger_accounts WHERE account = ${account}) END, 0) AS last)
      ${pageRow(sql<number>`greatest(bounds.last - bounds.before, 0)`, page)} FROM bounds`;
  },
);

/** Every account with its balance as of a position. */
export const lastOfEach = (until: Expression<number>) => sql`
  SELECT a.account, last.debit_after AS debit, last.credit_after AS credit
    FROM rm.ledger_accounts a CROSS JOIN LATERAL (
      SELECT p.debit_after, p.credit_after FROM rm.ledger_postings p
       WHERE p.account = a.account AND p.position <= ${until} ORDER BY p.position DESC LIMIT 1) AS last`;

/** Every account with its balance as of a position. */
export const trialBalance = query(
  models,
  ({ until }: Params<AsOfPosition>) => sql<AccountBalance>`
    SELECT account, debit, credit FROM (${lastOfEach(orNow(until))}) AS accounts ORDER BY account`,
);

/** The same with one sum per kind of creators' accounts. */
export const trialBalanceSummed = query(
  models,
  ({ until }: Params<AsOfPosition>) => sql<AccountBalance>`
    SELECT regexp_replace(account, '^liabilities:user:.*:', 'liabilities:user:*:') AS account,
           sum(debit) AS debit, sum(credit) AS credit
      FROM (${lastOfEach(orNow(until))}) AS accounts GROUP BY 1 ORDER BY 1`,
);

const booked = single(
  models,
  ({ position }: Params<{ position: number }>) => sql<{ time: number }>`
    SELECT coalesce((SELECT booked_at / 1000 FROM rm.ledger_entries WHERE position <= ${position}
                      ORDER BY position DESC LIMIT 1), 0) AS time`,
);

/** Unix seconds at which the last entry through a position was booked; 0 when there is none. */
export const timeAt = async (pool: Pool, position: number): Promise<number> =>
  (await booked(pool, { position })).time;

/** Entries with all their postings: debits first, then by account. Amounts in fen, a debit above zero. */
export const entries = () =>
  tables
    .selectFrom('ledger_entries as e')
    .select(['e.position', 'e.kind', 'e.user_id', 'e.out_trade_no', 'e.ref'])
    .select(
      sql<{ account: string; amount: number; balance: number }[]>`
        (SELECT json_agg(json_build_object('account', p.account, 'amount', p.amount,
                  'balance', p.debit_after - p.credit_after) ORDER BY p.amount DESC, p.account)
           FROM rm.ledger_postings p WHERE p.position = e.position)`.as('postings'),
    )
    .orderBy('e.position');

/** The entries that were booked from the events at positions, in the order of the log. */
export const entriesAt = query(models, ({ positions }: Params<{ positions: readonly number[] }>) =>
  entries()
    .select(seconds('e.at').as('time'))
    .where('e.position', '=', sql<number>`ANY (${positions}::bigint[])`),
);
export type Entry = RowOf<typeof entriesAt>;

/** Whether there are more accounts than `most`: one row. */
export const manyAccounts = single(
  models,
  ({ most }: Params<{ most: number }>) => sql<{ more: boolean }>`
    SELECT count(*) > ${most}::int AS more FROM (SELECT FROM rm.ledger_accounts LIMIT ${most}::int + 1) AS first`,
);
