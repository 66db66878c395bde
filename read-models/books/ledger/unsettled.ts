import { sql } from 'kysely';
import { type Params, query } from '../../engine/query.ts';
import type { AsOfPosition } from './income.ts';
import { STATS } from './months.ts';
import { orNow } from './queries.ts';

const models = ['ledger'];

/** Months of which something was not settled as of a position, with how many creators, oldest first. */
export const unsettledAsOf = query(
  models,
  ({ until }: Params<{ until: number }>) => sql<{ month: string; creators: number }>`
    SELECT m.month, count(*) AS creators FROM rm.income_months m
     WHERE m.first_position <= ${until} AND NOT EXISTS (
             SELECT FROM rm.settlements s
              WHERE s.month = m.month AND s.user_id = m.user_id AND s.position <= ${until})
     GROUP BY m.month ORDER BY m.month`,
);

const differs = sql.join(
  STATS.map((sum) => sql`m.${sql.ref(sum)} <> s.${sql.ref(sum)}`),
  sql` OR `,
);

/**
 * Settlements (`settled_at` in Unix milliseconds) of the newest settled months, so many `months`, whose sums differ
 * from their lines. Hashes are compared separately (services/modules/income/compare.ts), because that reads every line.
 */
export const differingSettlements = query(
  models,
  ({ months, most, until }: Params<AsOfPosition & { months: number; most: number }>) => sql<{
    month: string;
    user_id: string;
    settled_at: number;
  }>`
    SELECT s.month, s.user_id, s.settled_at
      FROM rm.settlements s LEFT JOIN rm.income_months m USING (month, user_id)
     WHERE s.position <= ${orNow(until)} AND (m.month IS NULL OR ${differs})
       AND s.month IN (SELECT DISTINCT month FROM rm.settlements WHERE position <= ${orNow(until)}
                        ORDER BY month DESC LIMIT ${months})
     ORDER BY s.settled_at, s.user_id LIMIT ${most}`,
);
