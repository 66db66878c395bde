import { type BusinessDay, dayOfNumber } from '#events/time.ts';
import { bigint, date, id, integer, table } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';

/** A business day of a creator: of all plans (`plan_id` empty), or of one. */
export interface DayScope {
  creator_id: string;
  plan_id: string;
  /** days since 1970-01-01 */
  day: number;
}

/** Rows with the days that the tables hold, `YYYY-MM-DD`. */
export const dated = <Given extends { day: number }>(
  rows: readonly Given[],
): (Omit<Given, 'day'> & { day: BusinessDay })[] =>
  rows.map((row) => ({ ...row, day: dayOfNumber(row.day) }));

export const DAY_STATS = [
  'orders',
  'gross',
  'net',
  'refunds',
  'gross_sponsorship',
  'gross_goods',
  'new_sponsors',
  'sponsors_change',
] as const;
type DayStat = (typeof DAY_STATS)[number];

export const DAILY_STATS = table(
  'daily_stats',
  {
    creator_id: id(),
    plan_id: id(),
    day: date(),
    orders: integer(),
    /** fen */
    gross: bigint(),
    net: bigint(),
    refunds: bigint(),
    gross_sponsorship: bigint(),
    gross_goods: bigint(),
    new_sponsors: integer(),
    /** sponsors of this day less those of the day before; their sum up to a day is that day's number */
    sponsors_change: integer(),
  },
  {
    key: ['creator_id', 'plan_id', 'day'],
    fillfactor: 70,
  },
);

export const dayTally = (): Tally<DayScope, DayStat> => new Tally(DAY_STATS);
