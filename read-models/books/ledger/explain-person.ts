import { sql } from 'kysely';
import { anyOf, type Params, query, unplanned } from '../../engine/query.ts';
import type { EntryKind } from './booked-entry.ts';
import { INCOME_LINES } from './income.ts';

/** A part of a person's figure, and the event that it was booked from; `time` in Unix seconds, `amount` in fen. */
export interface PersonEntry {
  position: number;
  /** Whose sale, refund or withdrawal it is */
  user_id: string;
  time: number;
  kind: EntryKind | 'commission' | 'commission_refund';
  out_trade_no: string | null;
  ref: string | null;
  amount: number;
}

interface Behind {
  /** Entries before this position; the newest come first. */
  before: number;
  limit: number;
}

/** What a person paid: orders and their refunds, as the books have them. */
export const paidEntries = query(
  ['orders', 'ledger'],
  ({ user_id, before, limit }: Params<Behind & { user_id: string }>) => sql<PersonEntry>`
    SELECT e.position, o.user_id, e.at / 1000 AS time, e.kind, e.out_trade_no, e.ref, e.amount
      FROM rm.orders o JOIN rm.ledger_entries e ON e.out_trade_no = o.out_trade_no
     WHERE o.user_id = ${user_id} AND o.paid_day IS NOT NULL
       AND e.kind IN ('order', 'refund') AND e.amount <> 0 AND e.position < ${before}
     ORDER BY e.position DESC LIMIT ${unplanned(limit)}`,
);

/** The lines of a creator's income, of all months or one. */
export const incomeEntries = query(
  ['ledger'],
  ({ user_id, month, before, limit }: Params<Behind & { user_id: string; month?: string | undefined }>) =>
    sql<PersonEntry>`
    SELECT line.* FROM rm.income_months m CROSS JOIN LATERAL (
        SELECT position, user_id, at / 1000 AS time, kind, out_trade_no, nullif(refund_id, '') AS ref, net AS amount
          FROM ${INCOME_LINES} AS lines
         WHERE lines.month = m.month AND lines.user_id = m.user_id AND position < ${before}
         ORDER BY position DESC LIMIT ${unplanned(limit)}) AS line
     WHERE m.user_id = ${user_id} AND (${month}::text IS NULL OR m.month = ${month})
     ORDER BY line.position DESC LIMIT ${unplanned(limit)}`,
);

/** The postings of accounts, as the creator's money; some kinds only. */
export const accountEntries = query(
  ['ledger'],
  ({
    accounts,
    kinds,
    before,
    limit,
  }: Params<
    Behind & { accounts: readonly string[]; kinds?: readonly string[] | undefined }
  >) => sql<PersonEntry>`
    SELECT part.* FROM unnest(${accounts}::text[]) AS of (account) CROSS JOIN LATERAL (
        SELECT e.position, e.user_id, e.at / 1000 AS time, e.kind, e.out_trade_no, e.ref, -p.amount AS amount
          FROM rm.ledger_postings p JOIN rm.ledger_entries e USING (position)
         WHERE p.account = of.account AND p.position < ${before}
           AND (${kinds}::text[] IS NULL OR e.kind = ${anyOf(kinds)})
         ORDER BY p.position DESC LIMIT ${unplanned(limit)}) AS part
     ORDER BY part.position DESC, part.amount LIMIT ${unplanned(limit)}`,
);
