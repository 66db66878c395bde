import type { Pool } from 'pg';
import { type Answer, ask, type Question } from '../engine/as-of.ts';

const models = ['withdrawals'];

/** Whose a withdrawal is. */
interface WhoseWithdrawal {
  withdrawal_id: string;
  user_id: string;
}

const LISTED: Question = {
  name: 'withdrawals-listed',
  models,
  sql: `SELECT (SELECT count(*) FROM rm.withdrawals WHERE $1::smallint[] IS NULL OR status = ANY ($1)) AS total_count,
               (SELECT coalesce(json_agg(page), '[]') FROM (
                  SELECT withdrawal_id, user_id FROM rm.withdrawals
                   WHERE $1::smallint[] IS NULL OR status = ANY ($1)
                   ORDER BY position LIMIT $2 OFFSET $3) AS page) AS list`,
};

/** One row: a page of withdrawals of these statuses (null: of any), longest waiting first. */
export const withdrawalsListed = (
  pool: Pool,
  statuses: readonly number[] | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<Answer<{ total_count: number; list: WhoseWithdrawal[] }>> =>
  ask(pool, LISTED, [statuses, limit, offset]);

const WHOSE: Question = {
  name: 'withdrawal-whose',
  models,
  sql: 'SELECT withdrawal_id, user_id FROM rm.withdrawals WHERE withdrawal_id = $1',
};

/** One row, or none. */
export const whoseWithdrawal = (pool: Pool, withdrawal_id: string): Promise<Answer<WhoseWithdrawal>> =>
  ask(pool, WHOSE, [withdrawal_id]);
