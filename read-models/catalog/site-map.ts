import { sql } from 'kysely';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';

interface Shown {
  now: number;
  /** Creators who are not shown. */
  hidden_ids: readonly string[];
}

/** Goods, tickets and bundles on a creator's page now, in a fixed order. Times are Unix milliseconds. */
export const shownItems = query(
  ['catalog'],
  ({ now, hidden_ids, most, skip }: Params<Shown & { most: number; skip: number }>) => sql<{
    plan_id: string;
    updated_at: number;
  }>`
    SELECT plan_id, updated_at FROM rm.plans
     WHERE status = ${PLAN_STATUS.normal} AND product_type <> ${PRODUCT_TYPE.sponsorship}
       AND (shelf_on IS NULL OR shelf_on <= ${now}) AND (shelf_off IS NULL OR ${now} < shelf_off)
       AND creator_id <> ALL (${hidden_ids}::text[])
     ORDER BY plan_id LIMIT ${most} OFFSET ${skip}`,
);

/** How many there are. */
export const shownItemCount = query(
  ['catalog'],
  ({ now, hidden_ids }: Params<Shown>) => sql<{ count: number }>`
    SELECT count(*) AS count FROM rm.plans
     WHERE status = ${PLAN_STATUS.normal} AND product_type <> ${PRODUCT_TYPE.sponsorship}
       AND (shelf_on IS NULL OR shelf_on <= ${now}) AND (shelf_off IS NULL OR ${now} < shelf_off)
       AND creator_id <> ALL (${hidden_ids}::text[])`,
);
