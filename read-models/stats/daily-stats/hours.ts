import { bigint, date, id, integer, smallint, table } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';

interface HourScope {
  creator_id: string;
  /** Empty for all plans. */
  plan_id: string;
  day: string;
  /** 0 to 23, business time */
  hour: number;
}

export const HOUR_STATS = ['orders', 'gross'] as const;

/** Paid orders of a business day by hour; money in fen. */
export const DAILY_HOURS = table(
  'daily_hours',
  { creator_id: id(), plan_id: id(), day: date(), hour: smallint(), orders: integer(), gross: bigint() },
  { key: ['creator_id', 'plan_id', 'day', 'hour'], fillfactor: 80 },
);

export const hourTally = (): Tally<HourScope, (typeof HOUR_STATS)[number]> => new Tally(HOUR_STATS);
