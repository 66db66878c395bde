import type { Pool } from 'pg';
import type { PlanId } from '#events/ids.ts';
import type { BusinessMonth } from '#events/time.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';

/** A plan's promise from a business month on. */
interface PlanPromise {
  plan_id: PlanId;
  from_month: BusinessMonth;
  /** Posts a month; 0: none any more. */
  posts: number;
}

/** What plans promise their members. */
export function openPromises(pool: Pool) {
  const db = queriesOn(pool);
  return {
    async save(promise: PlanPromise): Promise<void> {
      await db
        .insertInto('content.promises')
        .values(promise)
        .onConflict((same) => same.columns(['plan_id', 'from_month']).doUpdateSet({ posts: promise.posts }))
        .execute();
    },
    /** All promises of these plans, the newest month first. */
    of: (plan_ids: readonly PlanId[]): Promise<PlanPromise[]> =>
      db
        .selectFrom('content.promises')
        .where('plan_id', '=', anyOf(plan_ids))
        .select(['plan_id', 'from_month', 'posts'])
        .orderBy('from_month', 'desc')
        .execute(),
  };
}

export type Promises = ReturnType<typeof openPromises>;

/** What was promised in a month. @param promises of one plan, the newest first */
export const promisedIn = (
  promises: readonly Pick<PlanPromise, 'from_month' | 'posts'>[],
  month: BusinessMonth,
): number => promises.find(({ from_month }) => from_month <= month)?.posts ?? 0;
