import {
  bigint,
  boolean,
  date,
  id,
  integer,
  nullable,
  type Row,
  smallint,
  table,
  text,
} from '../engine/table.ts';

export const GOALS = table(
  'goals',
  {
    goal_id: id(),
    creator_id: id(),
    type: smallint(),
    /** fans, or fen */
    target: bigint(),
    /** Unix milliseconds; null without a window */
    begin_at: nullable(bigint()),
    end_at: nullable(bigint()),
    description: text(),
    hidden: boolean(),
    deleted: boolean(),
    /** log position of its first event */
    set: bigint(),
    set_at: bigint(),
  },
  { key: ['goal_id'], fillfactor: 80, keys: { goals_of_creator: '(creator_id, set)' } },
);
export type GoalRow = Row<typeof GOALS>;

/** Which orders count; without a row only sponsorships. */
export const GOAL_COUNTING = table(
  'goal_counting',
  { creator_id: id(), product_money: boolean(), product_fans: boolean() },
  { key: ['creator_id'] },
);

/**
 * Money by the business day of payment. A refund has the day of its order in `paid_day`, and its own in `day`, so that
 * the rows answer for any past day.
 */
export const GOAL_DAYS = table(
  'goal_days',
  {
    creator_id: id(),
    paid_day: date(),
    day: date(),
    product: boolean(),
    /** payments and refunds, and their sum in fen */
    moves: integer(),
    amount: bigint(),
  },
  { key: ['creator_id', 'paid_day', 'day', 'product'], fillfactor: 80 },
);

/** The same by the minute of payment (Unix minutes): windows begin and end within a day. */
export const GOAL_MINUTES = table(
  'goal_minutes',
  {
    creator_id: id(),
    paid_minute: integer(),
    day: date(),
    product: boolean(),
    moves: integer(),
    amount: bigint(),
  },
  { key: ['creator_id', 'paid_minute', 'day', 'product'], fillfactor: 80 },
);

/** A fan's payments in a business month (`YYYY-MM`), less their refunds, fen. */
export const GOAL_FANS = table(
  'goal_fans',
  { creator_id: id(), month: id(), user_id: id(), sponsored: bigint(), bought: bigint() },
  { key: ['creator_id', 'month', 'user_id'], fillfactor: 80 },
);
export type GoalFanRow = Row<typeof GOAL_FANS>;

/** Changes on a day of the number of fans of a month: with sponsorships, and with anything paid. */
export const GOAL_FAN_DAYS = table(
  'goal_fan_days',
  { creator_id: id(), month: id(), day: date(), sponsors: integer(), payers: integer() },
  { key: ['creator_id', 'month', 'day'], fillfactor: 80 },
);
