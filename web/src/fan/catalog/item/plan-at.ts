import { getPlan, type Plan } from '#services/contract/catalog/plans.ts';
import { queryOf } from '../../../api/queries.ts';

/** An offer at a time of the server's clock: price and sale depend on the time. */
export interface PlanAt extends Plan {
  /** Unix seconds */
  now: number;
}

const planAt = ({ plan, now }: { plan: Plan; now: number }): PlanAt => ({ ...plan, now });

/** One plan or product with its SKUs and their stock. Without an id, no request is sent. */
export const planQuery = (plan_id: string | undefined) =>
  queryOf(getPlan, { plan_id: plan_id ?? '' }, { enabled: plan_id !== undefined, select: planAt });
