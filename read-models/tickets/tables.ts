import type { TicketStatus } from '#events/status.ts';
import { bigint, id, integer, nullable, pick, type Row, smallint, table, text } from '../engine/table.ts';

export const TICKETS = table(
  'tickets',
  {
    ticket_id: id(),
    out_trade_no: id(),
    creator_id: id(),
    user_id: id(),
    plan_id: id(),
    plan_name: text(),
    sku_id: id(),
    sku_name: text(),
    /** empty: the event has no rounds */
    round_id: id(),
    /** Unix milliseconds */
    begin_time: nullable(bigint()),
    /** reference into the vault */
    holder_ref: nullable(text()),
    /** log position of its issue: the order in which tickets are listed */
    issued: bigint(),
    status: smallint<TicketStatus>(),
    used_at: nullable(bigint()),
    used_by: nullable(text()),
    device: nullable(text()),
    /** of the last check-in that was undone */
    undone_at: nullable(bigint()),
    undone_by: nullable(text()),
    /** number of changes of the holder and the account */
    revision: smallint(),
    /** of the ticket's id, or of the last change of the holder: begins with the spoken code */
    code: id(),
    /** number of changes of the holder alone, and the last one */
    holder_changes: smallint(),
    holder_changed_at: nullable(bigint()),
  },
  {
    key: ['ticket_id'],
    fillfactor: 80,
    indexes: {
      tickets_of_order: '(out_trade_no, issued)',
      tickets_of_creator: '(creator_id, issued)',
      tickets_of_round: '(creator_id, plan_id, round_id, issued)',
      tickets_by_id: '(creator_id, ticket_id)',
      tickets_by_code: '(creator_id, code)',
      tickets_of_fan: '(user_id)',
    },
  },
);

/** When each round begins, also one that is not on offer any more. A creator can move it after tickets were sold. */
export const EVENT_ROUNDS = table(
  'event_rounds',
  {
    plan_id: id(),
    round_id: id(),
    creator_id: id(),
    /** Unix milliseconds */
    begin_time: bigint(),
  },
  { key: ['plan_id', 'round_id'], fillfactor: 90 },
);

/** Counts by round, so that no list counts its rows. */
export const TICKET_ROUNDS = table(
  'ticket_rounds',
  {
    plan_id: id(),
    round_id: id(),
    creator_id: id(),
    valid: integer(),
    used: integer(),
    void: integer(),
  },
  {
    key: ['plan_id', 'round_id'],
    fillfactor: 70,
    indexes: {
      ticket_rounds_of_creator: '(creator_id)',
    },
  },
);

export type TicketRow = Row<typeof TICKETS>;

/** The columns that later events of a ticket can change. */
export const TICKET_PROGRESS = pick(
  TICKETS,
  'ticket_id',
  'user_id',
  'status',
  'used_at',
  'used_by',
  'device',
  'undone_at',
  'undone_by',
  'holder_ref',
  'revision',
  'code',
  'holder_changes',
  'holder_changed_at',
);
/** The key of a ticket's count. */
export const TICKET_IDENTITY = pick(TICKETS, 'creator_id', 'plan_id', 'round_id');
