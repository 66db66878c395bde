import type { Columns } from '../../engine/rows.ts';
import type { EntryKind } from './booked-entry.ts';
import type { BookedOrder, BookedWithdrawal } from './booking.ts';

/**
 * The books. An entry is the event that it was booked from, a posting one of its amounts with what its account
 * came to by it: so a balance at any position is one look-up. Entries and postings are only ever added; the one
 * thing that changes is the business month of a line that came while its month was being settled.
 */
export const LEDGER_DDL = `
  CREATE TABLE ledger_entries (
    -- log position of the event
    position     bigint PRIMARY KEY,
    -- Unix milliseconds of the event; booked_at never goes back from one entry to the next
    at           bigint NOT NULL,
    booked_at    bigint NOT NULL,
    kind         text NOT NULL,
    user_id      text COLLATE "C" NOT NULL,
    out_trade_no text COLLATE "C",
    -- refund, charge, withdrawal, statement line or difference; the month of a settlement
    ref          text COLLATE "C",
    -- of orders and refunds: the seller's line of the month that it is settled in, in fen, refunds below zero
    month        text COLLATE "C",
    amount       bigint,
    payment_fee  bigint,
    service_fee  bigint,
    affiliate    bigint,
    net          bigint,
    CHECK (amount = payment_fee + service_fee + affiliate + net)
  ) WITH (fillfactor = 95);
  -- The partner's line of an order or refund that carries an affiliate code; few have one.
  CREATE TABLE commission_lines (
    position     bigint PRIMARY KEY,
    at           bigint NOT NULL,
    kind         text NOT NULL,
    user_id      text COLLATE "C" NOT NULL,
    out_trade_no text COLLATE "C" NOT NULL,
    ref          text COLLATE "C",
    month        text COLLATE "C" NOT NULL,
    -- fen, below zero where a refund takes it back
    amount       bigint NOT NULL
  ) WITH (fillfactor = 95);
  CREATE TABLE ledger_postings (
    account      text COLLATE "C" NOT NULL,
    position     bigint NOT NULL,
    -- n-th of its account, from 1
    number       bigint NOT NULL,
    -- fen; a debit is above zero, a credit below
    amount       bigint NOT NULL CHECK (amount <> 0),
    -- sums of the account's debits and credits with this one
    debit_after  bigint NOT NULL,
    credit_after bigint NOT NULL
  );
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
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
  -- What every account comes to now.
  CREATE TABLE ledger_accounts (
    account  text COLLATE "C" PRIMARY KEY,
    postings bigint NOT NULL,
    debit    bigint NOT NULL,
    credit   bigint NOT NULL
  ) WITH (fillfactor = 70);
  CREATE TABLE ledger_orders (
    out_trade_no text COLLATE "C" PRIMARY KEY,
    creator_id   text COLLATE "C" NOT NULL,
    provider     text NOT NULL,
    total_amount bigint NOT NULL,
    -- of the affiliate code that it carries
    partner_id   text COLLATE "C",
    rate_percent smallint NOT NULL
  );
  CREATE TABLE ledger_withdrawals (
    user_id       text COLLATE "C" NOT NULL,
    withdrawal_id text COLLATE "C" NOT NULL,
    amount        bigint NOT NULL,
    PRIMARY KEY (user_id, withdrawal_id)
  );
  -- A creator's business months as their lines come in.
  CREATE TABLE income_months (
    user_id        text COLLATE "C" NOT NULL,
    month          text COLLATE "C" NOT NULL,
    orders         integer NOT NULL,
    gross          bigint NOT NULL,
    payment_fee    bigint NOT NULL,
    service_fee    bigint NOT NULL,
    affiliate      bigint NOT NULL,
    refunds        bigint NOT NULL,
    commissions    bigint NOT NULL,
    net            bigint NOT NULL,
    first_position bigint NOT NULL,
    last_position  bigint NOT NULL,
    settled        boolean NOT NULL,
    PRIMARY KEY (user_id, month)
  ) WITH (fillfactor = 70);
  -- Which of a creator's months are closed, and what settlement and refunds have moved so far.
  CREATE TABLE income_creators (
    user_id        text COLLATE "C" PRIMARY KEY,
    closed_through text COLLATE "C" NOT NULL,
    -- fen: the creator's part of all refunds, and of all settled months
    refunded       bigint NOT NULL,
    settled        bigint NOT NULL
  ) WITH (fillfactor = 70);
  -- What was settled, with its evidence.
  CREATE TABLE settlements (
    month          text COLLATE "C" NOT NULL,
    user_id        text COLLATE "C" NOT NULL,
    orders         integer NOT NULL,
    gross          bigint NOT NULL,
    payment_fee    bigint NOT NULL,
    service_fee    bigint NOT NULL,
    affiliate      bigint NOT NULL,
    refunds        bigint NOT NULL,
    commissions    bigint NOT NULL,
    net            bigint NOT NULL,
    first_position bigint NOT NULL,
    last_position  bigint NOT NULL,
    lines_sha256   text NOT NULL,
    -- log position of the settlement itself; Unix milliseconds
    position       bigint NOT NULL,
    settled_at     bigint NOT NULL,
    available_at   bigint NOT NULL,
    PRIMARY KEY (month, user_id)
  );`;

export const LEDGER_INDEXES = `
  CREATE UNIQUE INDEX IF NOT EXISTS ledger_postings_of_account ON ledger_postings (account, position);
  CREATE UNIQUE INDEX IF NOT EXISTS ledger_postings_counted ON ledger_postings (account, number);
  CREATE INDEX IF NOT EXISTS ledger_postings_of_entry ON ledger_postings (position);
  CREATE INDEX IF NOT EXISTS ledger_entries_by_time ON ledger_entries (booked_at, position);
  CREATE INDEX IF NOT EXISTS ledger_lines
    ON ledger_entries (month, user_id, position) WHERE month IS NOT NULL;
  CREATE INDEX IF NOT EXISTS commission_lines_of_month ON commission_lines (month, user_id, position);
  CREATE INDEX IF NOT EXISTS ledger_entries_of_order
    ON ledger_entries (out_trade_no, position) WHERE out_trade_no IS NOT NULL;
  CREATE INDEX IF NOT EXISTS settlements_of_creator ON settlements (user_id, available_at);
  CREATE INDEX IF NOT EXISTS income_months_open ON income_months (month, user_id) WHERE NOT settled;`;

export const LEDGER_TABLES = [
  'ledger_entries',
  'commission_lines',
  'ledger_postings',
  'ledger_accounts',
  'ledger_orders',
  'ledger_withdrawals',
  'income_months',
  'income_creators',
  'settlements',
] as const;

export interface EntryRow {
  position: number;
  at: number;
  booked_at: number;
  kind: EntryKind;
  user_id: string;
  out_trade_no: string | null;
  ref: string | null;
  month: string | null;
  amount: number | null;
  payment_fee: number | null;
  service_fee: number | null;
  affiliate: number | null;
  net: number | null;
}

export const ENTRY: Columns<EntryRow> = {
  position: 'bigint',
  at: 'bigint',
  booked_at: 'bigint',
  kind: 'text',
  user_id: 'text',
  out_trade_no: 'text',
  ref: 'text',
  month: 'text',
  amount: 'bigint',
  payment_fee: 'bigint',
  service_fee: 'bigint',
  affiliate: 'bigint',
  net: 'bigint',
};

export interface CommissionRow {
  position: number;
  at: number;
  kind: 'commission' | 'commission_refund';
  user_id: string;
  out_trade_no: string;
  ref: string | null;
  month: string;
  amount: number;
}

export const COMMISSION: Columns<CommissionRow> = {
  position: 'bigint',
  at: 'bigint',
  kind: 'text',
  user_id: 'text',
  out_trade_no: 'text',
  ref: 'text',
  month: 'text',
  amount: 'bigint',
};

export interface PostingRow {
  account: string;
  position: number;
  number: number;
  amount: number;
  debit_after: number;
  credit_after: number;
}

export const POSTING: Columns<PostingRow> = {
  account: 'text',
  position: 'bigint',
  number: 'bigint',
  amount: 'bigint',
  debit_after: 'bigint',
  credit_after: 'bigint',
};

export interface AccountRow {
  account: string;
  postings: number;
  debit: number;
  credit: number;
}

export const ACCOUNT: Columns<AccountRow> = {
  account: 'text',
  postings: 'bigint',
  debit: 'bigint',
  credit: 'bigint',
};

export const ORDER: Columns<BookedOrder> = {
  out_trade_no: 'text',
  creator_id: 'text',
  provider: 'text',
  total_amount: 'bigint',
  partner_id: 'text',
  rate_percent: 'smallint',
};

export const WITHDRAWAL: Columns<BookedWithdrawal> = {
  user_id: 'text',
  withdrawal_id: 'text',
  amount: 'bigint',
};

export interface CreatorRow {
  user_id: string;
  /** `YYYY-MM`; empty before the first settlement. */
  closed_through: string;
  refunded: number;
  settled: number;
}

export const CREATOR: Columns<CreatorRow> = {
  user_id: 'text',
  closed_through: 'text',
  refunded: 'bigint',
  settled: 'bigint',
};
