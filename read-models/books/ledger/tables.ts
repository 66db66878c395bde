import { bigint, boolean, id, integer, nullable, type Row, table, text } from '../../engine/table.ts';
import type { EntryKind } from './booked-entry.ts';

/**
 * The books. An entry is one event, a posting is one of its amounts with the new balance of its account, so a balance
 * at any position is one look-up. Entries and postings are only added. The only change is the business month of a
 * line that was booked while its month was being settled.
 */
export const LEDGER_ENTRIES = table(
  'ledger_entries',
  {
    /** log position of the event */
    position: bigint(),
    /** Unix milliseconds of the event; booked_at never decreases from one entry to the next */
    at: bigint(),
    booked_at: bigint(),
    kind: text<EntryKind>(),
    user_id: id(),
    out_trade_no: nullable(id()),
    /** refund, charge, withdrawal, statement line or difference; the month of a settlement */
    ref: nullable(id()),
    /** of orders and refunds: the seller's line of the month that it is settled in, in fen, refunds below zero */
    month: nullable(id()),
    amount: nullable(bigint()),
    payment_fee: nullable(bigint()),
    service_fee: nullable(bigint()),
    affiliate: nullable(bigint()),
    net: nullable(bigint()),
  },
  {
    key: ['position'],
    check: 'amount = payment_fee + service_fee + affiliate + net',
    fillfactor: 95,
    indexes: {
      ledger_entries_by_time: '(booked_at, position)',
      ledger_lines: '(month, user_id, position) WHERE month IS NOT NULL',
      ledger_entries_of_order: '(out_trade_no, position) WHERE out_trade_no IS NOT NULL',
    },
  },
);

/** The partner's line of an order or refund that carries an affiliate code; few have one. */
export const COMMISSION_LINES = table(
  'commission_lines',
  {
    position: bigint(),
    at: bigint(),
    kind: text<'commission' | 'commission_refund'>(),
    user_id: id(),
    out_trade_no: id(),
    ref: nullable(id()),
    month: id(),
    /** fen, negative for refunds */
    amount: bigint(),
  },
  {
    key: ['position'],
    fillfactor: 95,
    indexes: {
      commission_lines_of_month: '(month, user_id, position)',
    },
  },
);

export const LEDGER_POSTINGS = table(
  'ledger_postings',
  {
    account: id(),
    position: bigint(),
    /** n-th of its account, from 1 */
    number: bigint(),
    /** fen; a debit is above zero, a credit below */
    amount: bigint('CHECK (amount <> 0)'),
    /** sums of the account's debits and credits with this one */
    debit_after: bigint(),
    credit_after: bigint(),
  },
  {
    indexes: {
      ledger_postings_of_account: 'UNIQUE (account, position)',
      ledger_postings_counted: 'UNIQUE (account, number)',
      ledger_postings_of_entry: '(position)',
    },
  },
);

/** The present balance of every account. */
export const LEDGER_ACCOUNTS = table(
  'ledger_accounts',
  {
    account: id(),
    postings: bigint(),
    debit: bigint(),
    credit: bigint(),
  },
  {
    key: ['account'],
    fillfactor: 70,
  },
);

export const LEDGER_WITHDRAWALS = table(
  'ledger_withdrawals',
  {
    user_id: id(),
    withdrawal_id: id(),
    amount: bigint(),
  },
  {
    key: ['user_id', 'withdrawal_id'],
  },
);

/** The totals of a business month. */
const SUMS = {
  orders: integer(),
  gross: bigint(),
  payment_fee: bigint(),
  service_fee: bigint(),
  affiliate: bigint(),
  refunds: bigint(),
  commissions: bigint(),
  net: bigint(),
  first_position: bigint(),
  last_position: bigint(),
};

/** A creator's business months as their lines come in. */
export const INCOME_MONTHS = table(
  'income_months',
  {
    user_id: id(),
    month: id(),
    ...SUMS,
    /** Number of lines: counting them for every page would cost more than the page. */
    lines: integer(),
    settled: boolean(),
  },
  {
    key: ['user_id', 'month'],
    fillfactor: 70,
    indexes: {
      income_months_open: '(month, user_id) WHERE NOT settled',
    },
  },
);

/** Which of a creator's months are closed, and what settlement and refunds have moved so far. */
export const INCOME_CREATORS = table(
  'income_creators',
  {
    user_id: id(),
    closed_through: id(),
    /** fen: the creator's part of all refunds, and of all settled months */
    refunded: bigint(),
    settled: bigint(),
    /** fen: of all months, settled or not */
    earned: bigint(),
  },
  {
    key: ['user_id'],
    fillfactor: 70,
    indexes: { income_creators_by_income: '(earned, user_id)' },
  },
);

/** Settlements with their evidence. */
export const SETTLEMENTS = table(
  'settlements',
  {
    month: id(),
    user_id: id(),
    ...SUMS,
    lines_sha256: text(),
    /** log position of the settlement itself; Unix milliseconds */
    position: bigint(),
    settled_at: bigint(),
    available_at: bigint(),
  },
  {
    key: ['month', 'user_id'],
    indexes: {
      settlements_of_creator: '(user_id, available_at)',
    },
  },
);

/** The database refuses an entry that does not balance, and every change of a posting. */
export const LEDGER_TRIGGERS = `
  CREATE FUNCTION ledger_refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM written GROUP BY position HAVING sum(amount) <> 0) THEN
        RAISE EXCEPTION 'the postings of an entry do not add up to zero' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;
  CREATE TRIGGER ledger_balanced AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_unbalanced();
  CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a posting is never changed' USING ERRCODE = 'check_violation';
    END $$;
  CREATE TRIGGER ledger_unchanged BEFORE UPDATE OR DELETE ON ledger_postings
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();`;

export type EntryRow = Row<typeof LEDGER_ENTRIES>;
export type CommissionRow = Row<typeof COMMISSION_LINES>;
export type PostingRow = Row<typeof LEDGER_POSTINGS>;
export type AccountRow = Row<typeof LEDGER_ACCOUNTS>;
/** Facts of an order that its later events do not repeat. Imported orders are not in the books. */
/** The same for withdrawals. */
export type BookedWithdrawal = Row<typeof LEDGER_WITHDRAWALS>;
export type CreatorRow = Row<typeof INCOME_CREATORS>;
