import { bigint, boolean, id, integer, nullable, type Row, table, text } from '../engine/table.ts';

export const ENDS_AT = 'coalesce(until_at, 9223372036854775807)';

/**
 * Spans: from when to when a fan was a member of a plan, or will be. A span ends early by an upgrade or a refund, and is
 * never removed: who was a member on a day stays a member on that day. A planned one can begin earlier.
 */
export const MEMBERSHIP_SPANS = table(
  'membership_spans',
  {
    /** log position of the event that began it; a move brings one of each plan of the membership */
    span: bigint(),
    creator_id: id(),
    user_id: id(),
    plan_id: id(),
    plan_name: text(),
    independent: boolean(),
    /** The order that began the membership, upgrades included */
    run_id: id(),
    /** Numbers of further orders of events that do not name the run, with a space between */
    orders: text(),
    /** fen paid, and for how many months, by the order that counts last: what recurs */
    paid: bigint(),
    months: integer(),
    /** Unix milliseconds; null never ends */
    from_at: bigint(),
    until_at: nullable(bigint()),
    /** It goes on in another account of the person. */
    moved: boolean(),
  },
  {
    key: ['span', 'plan_id'],
    fillfactor: 80,
    keys: {
      membership_spans_of_fan: '(creator_id, user_id)',
    },
    indexes: {
      // those that never end come last
      membership_spans_by_end: `(creator_id, ${ENDS_AT}, span)`,
      membership_spans_by_begin: '(creator_id, from_at)',
      membership_spans_of_user: '(user_id, span)',
    },
  },
);

/** Changes of a creator's member numbers, per UTC day and per half hour. */
export const MEMBER_CHANGES = table(
  'member_changes',
  {
    creator_id: id(),
    /** of the day or half hour, in milliseconds */
    length: integer(),
    /** its start, Unix milliseconds */
    begins: bigint(),
    /** fans with a membership */
    members: integer(),
    memberships: integer(),
    /** the monthly amount in fen of memberships that end */
    recurring: bigint(),
  },
  { key: ['creator_id', 'length', 'begins'], fillfactor: 80 },
);

export type SpanRow = Row<typeof MEMBERSHIP_SPANS>;
