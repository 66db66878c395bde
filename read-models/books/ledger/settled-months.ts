import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import type { MonthSums } from './income.ts';
import { STATS } from './months.ts';

/** The totals of a business month over all creators, in fen. */
export interface SettledMonth extends Omit<MonthSums, 'first_position' | 'last_position'> {
  month: string;
  /** The number of creators with a settled month, and with an unsettled one. */
  settled_count: number;
  open_count: number;
  /** Unix seconds of the last settlement of it; null when there is none. */
  settled_at: number | null;
}

const sums = STATS.map((figure) => `coalesce(sum(s.${figure}), 0) AS ${figure}`).join(', ');

const MONTHS: Query = {
  name: 'settled-months',
  models: ['ledger'],
  sql: `SELECT m.month, ${sums}, count(s.user_id) AS settled_count, count(*) - count(s.user_id) AS open_count,
               max(s.settled_at) / 1000 AS settled_at
          FROM rm.income_months m
          LEFT JOIN rm.settlements s ON s.month = m.month AND s.user_id = m.user_id AND s.position <= $1
         WHERE m.first_position <= $1
         GROUP BY m.month ORDER BY m.month DESC LIMIT $2`,
};

/** The newest months with income as of a position: the settled part, and the number of creators who wait. */
export const settledMonths = (
  pool: Pool,
  most: number,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<Answer<SettledMonth>> => runQuery(pool, MONTHS, [until, most]);
