import type { RejectedLineReason, StatementLineKind } from '#events/statement.ts';
import type { Columns } from '../../engine/rows.ts';
import type { DifferenceCause, ItemState } from './item.ts';

/** In `until` of what holds now: no position is as far. */
export const NOW = Number.MAX_SAFE_INTEGER;

/**
 * What providers say against what we say. An item's rows are its life: each holds from one log position to before
 * another, so that what stood at any position is a look-up like what stands now.
 */
export const RECONCILIATION_DDL = `
  CREATE TABLE reconciliation_items (
    difference_id      text COLLATE "C" NOT NULL,
    since              bigint NOT NULL,
    until              bigint NOT NULL DEFAULT ${NOW},
    provider           text COLLATE "C" NOT NULL,
    kind               text COLLATE "C" NOT NULL,
    reference          text COLLATE "C" NOT NULL,
    state              text COLLATE "C" NOT NULL,
    cause              text COLLATE "C" NOT NULL,
    open               boolean NOT NULL,
    -- fen, as the provider's account has them
    ours               bigint,
    theirs             bigint,
    difference         bigint NOT NULL,
    fee                bigint NOT NULL,
    written_off        bigint NOT NULL,
    lines              integer NOT NULL,
    line_amount        bigint NOT NULL,
    lines_alike        boolean NOT NULL,
    -- Unix milliseconds
    at                 bigint NOT NULL,
    due_at             bigint,
    provider_reference text COLLATE "C" NOT NULL,
    out_trade_no       text COLLATE "C",
    user_id            text COLLATE "C",
    withdrawal_id      text COLLATE "C",
    ours_position      bigint,
    line_position      bigint,
    resolved_position  bigint,
    resolved_at        bigint,
    resolved_by        text COLLATE "C",
    resolved_reason    text,
    resolved_ours      bigint,
    resolved_theirs    bigint,
    PRIMARY KEY (difference_id, since)
  ) WITH (fillfactor = 80);
  CREATE UNIQUE INDEX reconciliation_items_now ON reconciliation_items (difference_id) WHERE until = ${NOW};
  CREATE INDEX reconciliation_items_named ON reconciliation_items (provider, kind, provider_reference)
    WHERE until = ${NOW} AND provider_reference <> '';
  CREATE INDEX reconciliation_items_awaited ON reconciliation_items (provider, due_at)
    WHERE until = ${NOW} AND state = 'awaited';
  CREATE TABLE reconciliation_lines (
    provider           text COLLATE "C" NOT NULL,
    line_id            text COLLATE "C" NOT NULL,
    statement_id       text COLLATE "C" NOT NULL,
    line               integer NOT NULL,
    kind               text COLLATE "C" NOT NULL,
    reference          text COLLATE "C" NOT NULL,
    provider_reference text COLLATE "C" NOT NULL,
    amount             bigint NOT NULL,
    fee                bigint NOT NULL,
    at                 bigint NOT NULL,
    position           bigint NOT NULL,
    difference_id      text COLLATE "C" NOT NULL,
    PRIMARY KEY (provider, line_id)
  );
  CREATE INDEX reconciliation_lines_of_item ON reconciliation_lines (difference_id);
  CREATE TABLE reconciliation_statements (
    statement_id   text COLLATE "C" PRIMARY KEY,
    provider       text COLLATE "C" NOT NULL,
    format         text NOT NULL,
    bytes          bigint NOT NULL,
    -- Unix milliseconds
    from_at        bigint NOT NULL,
    to_at          bigint NOT NULL,
    fresh          integer NOT NULL,
    known          integer NOT NULL,
    amount         bigint NOT NULL,
    fee            bigint NOT NULL,
    rejected_count integer NOT NULL,
    reason         text NOT NULL,
    uploaded_by    text COLLATE "C" NOT NULL,
    uploaded_at    bigint NOT NULL,
    position       bigint NOT NULL UNIQUE
  );
  CREATE TABLE reconciliation_rejected (
    statement_id text COLLATE "C" NOT NULL,
    nth          integer NOT NULL,
    line         integer NOT NULL,
    reason       text NOT NULL,
    PRIMARY KEY (statement_id, nth)
  );
  -- What later news of an order or a withdrawal does not say again. Imported orders are not known here.
  CREATE TABLE reconciliation_orders (
    out_trade_no text COLLATE "C" PRIMARY KEY,
    creator_id   text COLLATE "C" NOT NULL,
    provider     text COLLATE "C" NOT NULL
  );
  CREATE TABLE reconciliation_withdrawals (
    user_id       text COLLATE "C" NOT NULL,
    withdrawal_id text COLLATE "C" NOT NULL,
    amount        bigint NOT NULL,
    provider      text COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, withdrawal_id)
  );`;

export const RECONCILIATION_INDEXES = `
  CREATE INDEX IF NOT EXISTS reconciliation_items_listed ON reconciliation_items (state, at, difference_id)
    WHERE until = ${NOW};
  CREATE INDEX IF NOT EXISTS reconciliation_items_open ON reconciliation_items (at) WHERE until = ${NOW} AND open;
  CREATE INDEX IF NOT EXISTS reconciliation_items_of_order ON reconciliation_items (out_trade_no)
    WHERE until = ${NOW} AND out_trade_no IS NOT NULL;
  CREATE INDEX IF NOT EXISTS reconciliation_lines_listed ON reconciliation_lines (statement_id, line);
  CREATE INDEX IF NOT EXISTS reconciliation_statements_of_provider ON reconciliation_statements (provider, from_at);`;

export const RECONCILIATION_TABLES = [
  'reconciliation_items',
  'reconciliation_lines',
  'reconciliation_statements',
  'reconciliation_rejected',
  'reconciliation_orders',
  'reconciliation_withdrawals',
] as const;

export interface ItemRow {
  difference_id: string;
  since: number;
  until: number;
  provider: string;
  kind: StatementLineKind;
  reference: string;
  state: ItemState;
  cause: DifferenceCause;
  open: boolean;
  ours: number | null;
  theirs: number | null;
  difference: number;
  fee: number;
  written_off: number;
  lines: number;
  line_amount: number;
  lines_alike: boolean;
  at: number;
  due_at: number | null;
  provider_reference: string;
  out_trade_no: string | null;
  user_id: string | null;
  withdrawal_id: string | null;
  ours_position: number | null;
  line_position: number | null;
  resolved_position: number | null;
  resolved_at: number | null;
  resolved_by: string | null;
  resolved_reason: string | null;
  resolved_ours: number | null;
  resolved_theirs: number | null;
}

export const ITEM: Columns<ItemRow> = {
  difference_id: 'text',
  since: 'bigint',
  until: 'bigint',
  provider: 'text',
  kind: 'text',
  reference: 'text',
  state: 'text',
  cause: 'text',
  open: 'boolean',
  ours: 'bigint',
  theirs: 'bigint',
  difference: 'bigint',
  fee: 'bigint',
  written_off: 'bigint',
  lines: 'integer',
  line_amount: 'bigint',
  lines_alike: 'boolean',
  at: 'bigint',
  due_at: 'bigint',
  provider_reference: 'text',
  out_trade_no: 'text',
  user_id: 'text',
  withdrawal_id: 'text',
  ours_position: 'bigint',
  line_position: 'bigint',
  resolved_position: 'bigint',
  resolved_at: 'bigint',
  resolved_by: 'text',
  resolved_reason: 'text',
  resolved_ours: 'bigint',
  resolved_theirs: 'bigint',
};

export interface LineRow {
  provider: string;
  line_id: string;
  statement_id: string;
  line: number;
  kind: StatementLineKind;
  reference: string;
  provider_reference: string;
  amount: number;
  fee: number;
  at: number;
  position: number;
  difference_id: string;
}

export const LINE: Columns<LineRow> = {
  provider: 'text',
  line_id: 'text',
  statement_id: 'text',
  line: 'integer',
  kind: 'text',
  reference: 'text',
  provider_reference: 'text',
  amount: 'bigint',
  fee: 'bigint',
  at: 'bigint',
  position: 'bigint',
  difference_id: 'text',
};

export interface StatementRow {
  statement_id: string;
  provider: string;
  format: string;
  bytes: number;
  from_at: number;
  to_at: number;
  fresh: number;
  known: number;
  amount: number;
  fee: number;
  rejected_count: number;
  reason: string;
  uploaded_by: string;
  uploaded_at: number;
  position: number;
}

export const STATEMENT: Columns<StatementRow> = {
  statement_id: 'text',
  provider: 'text',
  format: 'text',
  bytes: 'bigint',
  from_at: 'bigint',
  to_at: 'bigint',
  fresh: 'integer',
  known: 'integer',
  amount: 'bigint',
  fee: 'bigint',
  rejected_count: 'integer',
  reason: 'text',
  uploaded_by: 'text',
  uploaded_at: 'bigint',
  position: 'bigint',
};

export interface RejectedRow {
  statement_id: string;
  nth: number;
  line: number;
  reason: RejectedLineReason;
}

export const REJECTED: Columns<RejectedRow> = {
  statement_id: 'text',
  nth: 'integer',
  line: 'integer',
  reason: 'text',
};
