import type { AlbumTerms } from '#events/content.ts';
import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { planKind, skuOf } from '../catalog/plan.ts';
import type { States } from '../engine/command.ts';

/** Plans and SKUs that one post, or one album, can name, together. */
export const MAX_NAMED = 20;

/** Streams of the plans that are named. */
export const streamsOfNamed = ({ plan_ids, skus }: AlbumTerms): string[] =>
  [...new Set([...plan_ids, ...skus.map(({ plan_id }) => plan_id)])].map(planStream);

/** Refuses by field more than 20 plans and SKUs, and those that are not the creator's. */
export function refusalOfNamed(
  states: States,
  creator_id: UserId,
  { plan_ids, skus }: AlbumTerms,
): Refusal | null {
  if (plan_ids.length + skus.length > MAX_NAMED) {
    return badInput('plan_ids', { key: 'too_many', max: String(MAX_NAMED) });
  }
  const own = (plan_id: PlanId) => {
    const plan = states.get(planKind, planStream(plan_id));
    return plan.phase !== 'none' && plan.creator_id === creator_id ? plan : undefined;
  };
  const plan = plan_ids.findIndex((plan_id) => own(plan_id) === undefined);
  if (plan >= 0) return badInput(`plan_ids.${plan}`, { key: 'unknown' });
  const sku = skus.findIndex(({ plan_id, sku_id }) => {
    const found = own(plan_id);
    return found === undefined || skuOf(found, sku_id) === undefined;
  });
  return sku < 0 ? null : badInput(`skus.${sku}.sku_id`, { key: 'unknown' });
}

/** A SKU of a plan, as a command links it. */
interface SkuOfPlan {
  creator_id: UserId;
  plan_id: PlanId;
  sku_id: SkuId;
}

/** Refuses a link to another creator's or a deleted plan, and by field a SKU that the plan does not sell itself. */
export function refusalOfSku(states: States, { creator_id, plan_id, sku_id }: SkuOfPlan): Refusal | null {
  const plan = states.get(planKind, planStream(plan_id));
  if (plan.phase === 'none' || plan.creator_id !== creator_id) return { code: 'not_found' };
  if (plan.status === PLAN_STATUS.deleted) return { code: 'plan_deleted' };
  const sku = skuOf(plan, sku_id);
  // Goods in a bundle are linked where they are sold alone.
  return sku === undefined || sku.of_plan !== null ? badInput('sku_id', { key: 'unknown' }) : null;
}
