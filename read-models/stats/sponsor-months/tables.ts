import { bigint, date, id, integer, nullable, type Row, table } from '../../engine/table.ts';

/** While one order gives a membership its monthly amount: the next order of the same membership ends the span. */
export const SPONSOR_SPANS = table(
  'sponsor_spans',
  {
    /** log position of the event that began it */
    span: bigint(),
    /** the order that began the membership, upgrades included */
    run_id: id(),
    creator_id: id(),
    user_id: id(),
    plan_id: id(),
    out_trade_no: id(),
    /** fen a month; 0 if it never ends, because nothing recurs */
    recurring: bigint(),
    /** days since 1970-01-01: counts at the end of a day from the first to the one before the last; null never ends */
    from_day: integer(),
    until_day: nullable(integer()),
  },
  {
    key: ['span'],
    fillfactor: 80,
    keys: { sponsor_spans_of_fan: '(creator_id, user_id)' },
    indexes: { sponsor_spans_alike: '(creator_id, until_day, from_day, span) WHERE recurring > 0' },
  },
);
export type SponsorSpanRow = Row<typeof SPONSOR_SPANS>;

/** The number of spans with the same days, and the sum of their monthly amounts (fen). */
export const RECURRING_SPANS = table(
  'recurring_spans',
  { creator_id: id(), until_day: integer(), from_day: integer(), spans: integer(), recurring: bigint() },
  { key: ['creator_id', 'until_day', 'from_day'], fillfactor: 80 },
);

/** Changes of the number of sponsors, by the month in which they came: sums up to a day are the numbers of its month. */
export const SPONSOR_CHANGES = table(
  'sponsor_changes',
  {
    creator_id: id(),
    /** `YYYY-MM`: the fans' first month */
    cohort: id(),
    day: date(),
    sponsors_change: integer(),
    kept_change: integer(),
  },
  { key: ['creator_id', 'cohort', 'day'], fillfactor: 80 },
);

/** Changes of the monthly recurring amount (fen), and of the memberships that it comes from. */
export const RECURRING_CHANGES = table(
  'recurring_changes',
  { creator_id: id(), day: date(), recurring_change: bigint(), memberships_change: integer() },
  { key: ['creator_id', 'day'], fillfactor: 80 },
);
