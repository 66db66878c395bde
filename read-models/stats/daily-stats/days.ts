import type { ClientBase } from 'pg';
import { relation, upsertRows } from '../../engine/rows.ts';
import { bigint, date, id, integer, pick, table } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';

/** A business day of a creator: of all plans (`plan_id` empty), or of one. */
export interface DayScope {
  creator_id: string;
  plan_id: string;
  /** `YYYY-MM-DD` */
  day: string;
}

const STATS = [
  'orders',
  'gross',
  'net',
  'refunds',
  'gross_sponsorship',
  'gross_goods',
  'new_sponsors',
  'sponsors_change',
] as const;
type DayStat = (typeof STATS)[number];

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
  { key: ['creator_id', 'plan_id', 'day'], fillfactor: 70 },
);

export const dayTally = (): Tally<DayScope, DayStat> => new Tally(STATS);

const NOTHING_LEFT = STATS.map((figure) => `s.${figure} = 0`).join(' AND ');

/** Adds to the days' rows. Rows of zeros are deleted, so that the result does not depend on the order of events. */
export async function addToDays(tx: ClientBase, tally: Tally<DayScope, DayStat>): Promise<void> {
  const rows = tally.rows().filter((row) => STATS.some((figure) => row[figure] !== 0));
  if (rows.length === 0) return;
  await upsertRows(tx, DAILY_STATS, rows, { add: STATS });
  // Only decreases can leave a row of zeros.
  if (!rows.some((row) => STATS.some((figure) => row[figure] < 0))) return;
  const keys = relation(pick(DAILY_STATS, 'creator_id', 'plan_id', 'day'), rows);
  await tx.query(
    `DELETE FROM daily_stats s
      USING ${keys.sql}
      WHERE s.creator_id = given.creator_id AND s.plan_id = given.plan_id AND s.day = given.day
        AND ${NOTHING_LEFT}`,
    keys.values,
  );
}
