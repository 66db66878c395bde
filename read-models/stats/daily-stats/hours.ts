import type { ClientBase } from 'pg';
import { relation } from '../../engine/rows.ts';
import { bigints, date, id, integers, pick, table } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';
import { writeLater } from '../../engine/writes.ts';
import { type DayScope, dated } from './days.ts';

interface HourScope extends DayScope {
  /** 0 to 23, business time */
  hour: number;
}

const HOUR_STATS = ['orders', 'gross'] as const;

/** Paid orders of a business day, each figure by hour (24 numbers); money in fen. */
export const DAILY_HOURS = table(
  'daily_hours',
  { creator_id: id(), plan_id: id(), day: date(), orders: integers(), gross: bigints() },
  { key: ['creator_id', 'plan_id', 'day'], fillfactor: 80 },
);

export const hourTally = (): Tally<HourScope, (typeof HOUR_STATS)[number]> => new Tally(HOUR_STATS);

/** An array of arrays is no column: the hours are written as text. */
const ROW = { ...pick(DAILY_HOURS, 'creator_id', 'plan_id', 'day'), orders: 'text', gross: 'text' };
const added = (name: (typeof HOUR_STATS)[number]): string =>
  `${name} = ARRAY(SELECT one + other FROM unnest(daily_hours.${name}, excluded.${name})
     WITH ORDINALITY AS hours (one, other, hour) ORDER BY hour)`;

export async function addHours(tx: ClientBase, tally: ReturnType<typeof hourTally>): Promise<void> {
  const days = Map.groupBy(tally.rows(), (row) => `${row.creator_id} ${row.plan_id} ${row.day}`);
  if (days.size === 0) return;
  const rows = [...days.values()].flatMap(([first, ...rest]) => {
    if (!first) return [];
    const { creator_id, plan_id, day } = first;
    const sums = (name: (typeof HOUR_STATS)[number]): string => {
      const hours = Array<number>(24).fill(0);
      for (const row of [first, ...rest]) hours[row.hour] = row[name];
      return `{${hours.join()}}`;
    };
    return [{ creator_id, plan_id, day, orders: sums('orders'), gross: sums('gross') }];
  });
  const { sql, values } = relation(ROW, dated(rows));
  const text = `INSERT INTO daily_hours (creator_id, plan_id, day, orders, gross)
     SELECT creator_id, plan_id, day, orders::integer[], gross::bigint[] FROM ${sql}
     ON CONFLICT (creator_id, plan_id, day) DO UPDATE SET ${added('orders')}, ${added('gross')}`;
  await writeLater(tx, { table: 'daily_hours', text, values });
}
