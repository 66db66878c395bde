import type { ClientBase } from 'pg';
import { type Columns, relation } from '../../engine/rows.ts';
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

export const DAYS_DDL = `
  CREATE TABLE daily_stats (
    creator_id text COLLATE "C" NOT NULL,
    plan_id    text COLLATE "C" NOT NULL,
    day        date NOT NULL,
    orders     integer NOT NULL,
    -- fen
    gross             bigint NOT NULL,
    net               bigint NOT NULL,
    refunds           bigint NOT NULL,
    gross_sponsorship bigint NOT NULL,
    gross_goods       bigint NOT NULL,
    new_sponsors      integer NOT NULL,
    -- sponsors of this day less those of the day before; their sum up to a day is that day's number
    sponsors_change   integer NOT NULL,
    PRIMARY KEY (creator_id, plan_id, day)
  ) WITH (fillfactor = 70);`;

const COLUMNS: Columns<DayScope & Record<DayStat, number>> = {
  creator_id: 'text',
  plan_id: 'text',
  day: 'date',
  orders: 'integer',
  gross: 'bigint',
  net: 'bigint',
  refunds: 'bigint',
  gross_sponsorship: 'bigint',
  gross_goods: 'bigint',
  new_sponsors: 'integer',
  sponsors_change: 'integer',
};

export const dayTally = (): Tally<DayScope, DayStat> => new Tally(STATS);

const ADDED = STATS.map((figure) => `${figure} = daily_stats.${figure} + excluded.${figure}`).join(', ');
const NOTHING_LEFT = STATS.map((figure) => `s.${figure} = 0`).join(' AND ');

/** Adds to the days' rows. A row of nothing but zeros goes, so that every way here leaves the same rows. */
export async function addToDays(tx: ClientBase, tally: Tally<DayScope, DayStat>): Promise<void> {
  const rows = tally.rows().filter((row) => STATS.some((figure) => row[figure] !== 0));
  if (rows.length === 0) return;
  const { sql, names, values } = relation(COLUMNS, rows);
  await tx.query(
    `INSERT INTO daily_stats (${names}) SELECT ${names} FROM ${sql}
     ON CONFLICT (creator_id, plan_id, day) DO UPDATE SET ${ADDED}`,
    values,
  );
  // Only what takes something away leaves nothing.
  if (!rows.some((row) => STATS.some((figure) => row[figure] < 0))) return;
  await tx.query(
    `DELETE FROM daily_stats s
      USING unnest($1::text[], $2::text[], $3::date[]) AS given (creator_id, plan_id, day)
      WHERE s.creator_id = given.creator_id AND s.plan_id = given.plan_id AND s.day = given.day
        AND ${NOTHING_LEFT}`,
    values.slice(0, 3),
  );
}
