import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import { selected } from '../../engine/table.ts';
import { AGREEMENTS, type AgreementRow } from './tables.ts';

const OF_USER: Query = {
  name: 'agreements-of-user',
  models: ['agreements'],
  sql: `SELECT ${selected(AGREEMENTS.columns)} FROM rm.agreements WHERE user_id = $1
         ORDER BY ended_at IS NOT NULL, agreed_at DESC, plan_id LIMIT 200`,
};

/** A fan's agreements, running ones first; at most 200. */
export const agreementsOf = (pool: Pool, user_id: string): Promise<Answer<AgreementRow>> =>
  runQuery(pool, OF_USER, [user_id]);

const RENEWING: Query = {
  name: 'agreements-renewing',
  models: ['agreements'],
  sql: `SELECT plan_id, user_id FROM rm.agreements
         WHERE creator_id = $1 AND user_id = ANY ($2) AND ended_at IS NULL`,
};

/** Which of these fans renew which plans of a creator. */
export const renewingOf = (
  pool: Pool,
  creator_id: string,
  users: readonly string[],
): Promise<Answer<Pick<AgreementRow, 'plan_id' | 'user_id'>>> =>
  runQuery(pool, RENEWING, [creator_id, users]);
