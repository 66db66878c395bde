import type { RejectedLineReason, StatementLineKind } from '#events/books.ts';
import { bigint, boolean, id, integer, nullable, type Row, table, text } from '../../engine/table.ts';
import type { DifferenceCause, ItemState } from './item.ts';

/** The `until` of present rows: larger than any position. */
export const NOW = Number.MAX_SAFE_INTEGER;

/**
 * Providers' statements compared with our events. The rows of an item are its history: each is valid from one log
 * position to before another, so past and present states use the same look-up.
 */
export const RECONCILIATION_ITEMS = table(
  'reconciliation_items',
  {
    difference_id: id(),
    since: bigint(),
    until: bigint(`DEFAULT ${NOW}`),
    provider: id(),
    kind: id<StatementLineKind>(),
    reference: id(),
    state: id<ItemState>(),
    cause: id<DifferenceCause>(),
    open: boolean(),
    /** fen, as the provider's account has them */
    ours: nullable(bigint()),
    theirs: nullable(bigint()),
    difference: bigint(),
    fee: bigint(),
    written_off: bigint(),
    lines: integer(),
    line_amount: bigint(),
    lines_alike: boolean(),
    /** Unix milliseconds */
    at: bigint(),
    due_at: nullable(bigint()),
    provider_reference: id(),
    out_trade_no: nullable(id()),
    user_id: nullable(id()),
    withdrawal_id: nullable(id()),
    ours_position: nullable(bigint()),
    line_position: nullable(bigint()),
    resolved_position: nullable(bigint()),
    resolved_at: nullable(bigint()),
    resolved_by: nullable(id()),
    resolved_reason: nullable(text()),
    resolved_ours: nullable(bigint()),
    resolved_theirs: nullable(bigint()),
  },
  {
    key: ['difference_id', 'since'],
    fillfactor: 80,
    keys: {
      reconciliation_items_now: `UNIQUE (difference_id) WHERE until = ${NOW}`,
      // Also for the search: hence the reference first.
      reconciliation_items_named: `(provider_reference, provider, kind) WHERE until = ${NOW} AND provider_reference <> ''`,
      reconciliation_items_awaited: `(provider, due_at) WHERE until = ${NOW} AND state = 'awaited'`,
    },
    indexes: {
      reconciliation_items_listed: `(state, at, difference_id) WHERE until = ${NOW}`,
      reconciliation_items_open: `(at) WHERE until = ${NOW} AND open`,
      reconciliation_items_of_order: `(out_trade_no) WHERE until = ${NOW} AND out_trade_no IS NOT NULL`,
      // Past rows, too: an item that has joined another has no present one.
      reconciliation_items_by_reference: '(reference)',
    },
  },
);

export const RECONCILIATION_LINES = table(
  'reconciliation_lines',
  {
    provider: id(),
    line_id: id(),
    statement_id: id(),
    line: integer(),
    kind: id<StatementLineKind>(),
    reference: id(),
    provider_reference: id(),
    amount: bigint(),
    fee: bigint(),
    at: bigint(),
    position: bigint(),
    difference_id: id(),
  },
  {
    key: ['provider', 'line_id'],
    keys: {
      reconciliation_lines_of_item: '(difference_id)',
    },
    indexes: {
      reconciliation_lines_listed: '(statement_id, line)',
    },
  },
);

export const RECONCILIATION_STATEMENTS = table(
  'reconciliation_statements',
  {
    statement_id: id(),
    provider: id(),
    format: text(),
    bytes: bigint(),
    /** Unix milliseconds */
    from_at: bigint(),
    to_at: bigint(),
    fresh: integer(),
    known: integer(),
    amount: bigint(),
    fee: bigint(),
    rejected_count: integer(),
    reason: text(),
    uploaded_by: id(),
    uploaded_at: bigint(),
    position: bigint('UNIQUE'),
    reversed_position: nullable(bigint()),
    reversed_at: nullable(bigint()),
    reversed_by: nullable(id()),
    reversed_reason: nullable(text()),
  },
  {
    // After a reversal a file can be imported again.
    key: ['statement_id', 'position'],
    indexes: {
      reconciliation_statements_of_provider: '(provider, from_at)',
    },
  },
);

/** Days without a statement that finance closed. */
export const RECONCILIATION_CLOSED_DAYS = table(
  'reconciliation_closed_days',
  {
    provider: id(),
    /** Business day */
    day: id(),
    position: bigint(),
  },
  {
    key: ['provider', 'day'],
  },
);

/** Payments that their provider's answers leave undecided, and that finance closed. */
export const RECONCILIATION_CLOSED_CHARGES = table(
  'reconciliation_closed_charges',
  { charge_id: id(), position: bigint() },
  { key: ['charge_id'] },
);

export const RECONCILIATION_REJECTED = table(
  'reconciliation_rejected',
  {
    statement_id: id(),
    nth: integer(),
    line: integer(),
    reason: text<RejectedLineReason>(),
  },
  {
    key: ['statement_id', 'nth'],
  },
);

/** Facts of a withdrawal that later events do not repeat. */
export const RECONCILIATION_WITHDRAWALS = table(
  'reconciliation_withdrawals',
  {
    user_id: id(),
    withdrawal_id: id(),
    amount: bigint(),
    provider: id(),
  },
  {
    key: ['user_id', 'withdrawal_id'],
  },
);

export type ItemRow = Row<typeof RECONCILIATION_ITEMS>;
export type LineRow = Row<typeof RECONCILIATION_LINES>;
export type KnownWithdrawal = Row<typeof RECONCILIATION_WITHDRAWALS>;
