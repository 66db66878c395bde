import type { Plan } from '#services/contract/catalog/plans.ts';
import { bytesOf, cutItems, cutText, maxRowBytes } from '../http/answer-size.ts';

/** Of a row's bytes, those that its description and its sessions may take while it is too large. */
const TEXT_PART = 1 / 4;
const ROUNDS_PART = 1 / 4;

/** The plan in at most this many bytes: the start of its description, and its first sessions and SKUs. */
function cutPlan(plan: Plan, most: number): Plan {
  if (bytesOf(plan) <= most) return plan;
  const short = {
    ...plan,
    desc: cutText(plan.desc, most * TEXT_PART),
    ticket_round_list: cutItems(plan.ticket_round_list, most * ROUNDS_PART),
  };
  const { sku: limits, ...rest } = plan.purchase_limit_info;
  const bare = { ...short, sku: [], purchase_limit_info: { ...rest, sku: [] } };
  const sku = cutItems(
    plan.sku.map((one) => ({ one, limit: limits.filter(({ sku_id }) => sku_id === one.sku_id) })),
    most - bytesOf(bare),
  );
  return {
    ...short,
    sku: sku.map(({ one }) => one),
    purchase_limit_info: { ...rest, sku: sku.flatMap(({ limit }) => limit) },
  };
}

/** Plans of one answer; `sku_count` and `plan/skus` cover SKUs that do not fit. */
export function fittingPlans(plans: readonly Plan[]): Plan[] {
  const share = maxRowBytes(plans.map(bytesOf));
  return plans.map((plan) => cutPlan(plan, share));
}
