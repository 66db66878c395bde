import type { Pool } from 'pg';
import { type Query, runQuery } from '../engine/as-of.ts';
import type { UseCounts } from './queries.ts';

/** Uses of the codes of one plan, or of one of its SKUs. */
interface PlanUses extends Pick<UseCounts, 'total_count' | 'used_count' | 'pending_count'> {
  plan_id: string;
  /** Empty: codes of the plan as a whole. */
  sku_id: string;
}

const OF_PLANS: Query = {
  name: 'redeem-uses-of-plans',
  models: ['redeem'],
  sql: `SELECT plan_id, sku_id, sum(codes::bigint * uses)::float8 AS total_count, sum(used)::float8 AS used_count,
               sum(held)::float8 AS pending_count
          FROM rm.redeem_batches WHERE creator_id = $1 AND plan_id = ANY ($2) GROUP BY plan_id, sku_id`,
};

/** By plan and SKU; entries without codes are omitted. */
export const redeemUses = async (
  pool: Pool,
  creator_id: string,
  plan_ids: readonly string[],
): Promise<PlanUses[]> => (await runQuery<PlanUses>(pool, OF_PLANS, [creator_id, plan_ids])).rows;
