import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import { STATS } from './months.ts';

const models = ['ledger'];

const UNSETTLED: Query = {
  name: 'income-unsettled-then',
  models,
  sql: `SELECT m.month, count(*) AS creators FROM rm.income_months m
         WHERE m.first_position <= $1 AND NOT EXISTS (
                 SELECT FROM rm.settlements s
                  WHERE s.month = m.month AND s.user_id = m.user_id AND s.position <= $1)
         GROUP BY m.month ORDER BY m.month`,
};

/** Months of which something was not settled as of a position, with how many creators, oldest first. */
export const unsettledAsOf = (
  pool: Pool,
  until: number,
): Promise<Answer<{ month: string; creators: number }>> => runQuery(pool, UNSETTLED, [until]);

const differs = STATS.map((figure) => `m.${figure} <> s.${figure}`).join(' OR ');

const DIFFERING: Query = {
  name: 'settlements-differing',
  models,
  sql: `SELECT s.month, s.user_id, s.settled_at
          FROM rm.settlements s LEFT JOIN rm.income_months m USING (month, user_id)
         WHERE s.position <= $1 AND (m.month IS NULL OR ${differs})
           AND s.month IN (SELECT DISTINCT month FROM rm.settlements WHERE position <= $1
                            ORDER BY month DESC LIMIT $2)
         ORDER BY s.settled_at, s.user_id LIMIT $3`,
};

/**
 * Settlements (`settled_at` in Unix milliseconds) of the newest settled months whose sums differ from their lines.
 * Hashes are compared separately (services/settlement/compare.ts), because that reads every line.
 * @param months number of months
 */
export const differingSettlements = (
  pool: Pool,
  {
    months,
    most,
    until = Number.MAX_SAFE_INTEGER,
  }: { months: number; most: number; until?: number | undefined },
): Promise<Answer<{ month: string; user_id: string; settled_at: number }>> =>
  runQuery(pool, DIFFERING, [until, months, most]);
