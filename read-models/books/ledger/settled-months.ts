import { sql } from 'kysely';
import { type Params, query } from '../../engine/query.ts';
import type { AsOfPosition, MonthSums } from './income.ts';
import { STATS } from './months.ts';
import { orNow } from './queries.ts';

/** The totals of a business month over all creators, in fen. */
export interface SettledMonth extends Omit<MonthSums, 'first_position' | 'last_position'> {
  month: string;
  /** The number of creators with a settled month, and with an unsettled one. */
  settled_count: number;
  open_count: number;
  /** Unix seconds of the last settlement of it; null when there is none. */
  settled_at: number | null;
}

const sums = sql.join(STATS.map((sum) => sql`coalesce(sum(s.${sql.ref(sum)}), 0) AS ${sql.ref(sum)}`));

/** The newest months with income as of a position: the settled part, and the number of creators who wait. */
export const settledMonths = query(
  ['ledger'],
  ({ most, until }: Params<AsOfPosition & { most: number }>) => sql<SettledMonth>`
    SELECT m.month, ${sums}, count(s.user_id) AS settled_count, count(*) - count(s.user_id) AS open_count,
           max(s.settled_at) / 1000 AS settled_at
      FROM rm.income_months m
      LEFT JOIN rm.settlements s ON s.month = m.month AND s.user_id = m.user_id AND s.position <= ${orNow(until)}
     WHERE m.first_position <= ${orNow(until)}
     GROUP BY m.month ORDER BY m.month DESC LIMIT ${most}`,
);
