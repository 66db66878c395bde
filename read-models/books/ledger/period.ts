import { sql } from 'kysely';
import { type Params, queriesOf, query, type RowOf } from '../../engine/query.ts';
import { entries } from './queries.ts';
import { LEDGER_ENTRIES } from './tables.ts';

const models = ['ledger'];

/** The entries after one position up to another. A range never changes, even while entries are booked. */
export interface PositionRange {
  after: number;
  until: number;
}

/** An account over a range: opening balance and moves, in fen. */
export interface AccountOverPeriod {
  account: string;
  /** Debits less credits before the range. */
  opening: number;
  /** Of the range only. */
  debit: number;
  credit: number;
  postings: number;
}

const accounts = ({ after, until }: Params<PositionRange>) => sql<AccountOverPeriod>`
  SELECT a.account, coalesce(b.debit_after - b.credit_after, 0) AS opening,
         e.debit_after - coalesce(b.debit_after, 0) AS debit,
         e.credit_after - coalesce(b.credit_after, 0) AS credit, e.number - coalesce(b.number, 0) AS postings
    FROM rm.ledger_accounts a
    CROSS JOIN LATERAL (SELECT p.number, p.debit_after, p.credit_after FROM rm.ledger_postings p
           WHERE p.account = a.account AND p.position <= ${until} ORDER BY p.position DESC LIMIT 1) AS e
    LEFT JOIN LATERAL (SELECT p.number, p.debit_after, p.credit_after FROM rm.ledger_postings p
           WHERE p.account = a.account AND p.position <= ${after} ORDER BY p.position DESC LIMIT 1) AS b ON true`;

/** Accounts that existed at the end of a range, by name. `behind`: the last name of the page before; '' begins. */
export const accountsOver = query(
  models,
  (params: Params<PositionRange & { behind: string; limit: number }>) => sql<AccountOverPeriod>`
    ${accounts(params)} WHERE a.account > ${params.behind} ORDER BY a.account LIMIT ${params.limit}`,
);

/** The same with creators' accounts as one per kind. */
export const accountsOverSummed = query(
  models,
  (range: Params<PositionRange>) => sql<AccountOverPeriod & { accounts: number }>`
    SELECT regexp_replace(account, '^liabilities:user:.*:', 'liabilities:user:*:') AS account,
           sum(opening) AS opening, sum(debit) AS debit, sum(credit) AS credit, sum(postings) AS postings,
           count(*) AS accounts
      FROM (${accounts(range)}) AS accounts GROUP BY 1 ORDER BY 1`,
);

/**
 * The first entries of a range, in log order. `at` and `booked_at` are Unix milliseconds; `booked_at` is never before
 * that of the entry before it.
 */
export const entriesOver = query(
  models,
  ({ after, until, limit }: Params<PositionRange & { limit: number }>) =>
    entries()
      .select(['e.at', 'e.booked_at'])
      .where('e.position', '>', after)
      .where('e.position', '<=', until)
      .limit(limit),
);
export type BookedEntry = RowOf<typeof entriesOver>;

/** The last entry through a position: no row when there is none. */
export const lastBooked = query(models, ({ until }: Params<{ until: number }>) =>
  queriesOf(LEDGER_ENTRIES)
    .selectFrom('ledger_entries')
    .select(['position', 'booked_at'])
    .where('position', '<=', until)
    .orderBy('position', 'desc')
    .limit(1),
);
