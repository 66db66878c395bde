import type { OrderPlacedData } from '#events/orders.ts';
import { limitsAccount, limitsSkus, PRODUCT_TYPE } from '#events/status.ts';
import { allowanceStream, planStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import {
  nothing,
  type OrderContents,
  type OrderEffect,
  writes,
} from '#services/commerce/engine/order-effect.ts';
import { type OfferedPlan, planKind, skuOf } from '../catalog/plan.ts';
import type { Decided, States } from '../engine/command.ts';
import { allowanceKind, hasTakenUnits, leftOfPlan, leftOfSku } from './allowance.ts';

const streamOf = ({ plan_id, user_id }: OrderContents): string => allowanceStream(plan_id, user_id);

/** A sponsorship order is one unit, bundles count as bundles, goods and tickets are the sum of their lines. */
function unitsOf({ product_type, bundle_count, lines }: OrderPlacedData): number {
  if (product_type === PRODUCT_TYPE.sponsorship) return 1;
  return bundle_count > 0 ? bundle_count : lines.reduce((units, { count }) => units + count, 0);
}

function limitReached(states: States, plan: OfferedPlan, order: OrderPlacedData, now: Millis): boolean {
  const { offer } = plan;
  const allowance = states.get(allowanceKind, streamOf(order));
  if (limitsAccount(offer.purchase_limit_type) && offer.purchase_limit !== null) {
    if (unitsOf(order) > leftOfPlan(allowance, offer.purchase_limit, now)) return true;
  }
  if (!limitsSkus(offer.purchase_limit_type)) return false;
  return order.lines.some(({ sku_id, count }) => {
    const limit = skuOf(plan, sku_id)?.purchase_limit ?? null;
    return limit !== null && count > leftOfSku(allowance, sku_id, limit, now);
  });
}

/** Goods are always recorded, so that a later limit includes earlier purchases; sponsorships only with a limit. */
const isNoted = ({ offer }: OfferedPlan, { product_type }: OrderPlacedData): boolean =>
  product_type !== PRODUCT_TYPE.sponsorship ||
  (limitsAccount(offer.purchase_limit_type) && offer.purchase_limit !== null);

function back(states: States, order: OrderPlacedData): Decided[] {
  const { plan_id, user_id, out_trade_no, creator_id } = order;
  // A custom amount has no plan, and no limit.
  if (plan_id === '') return [];
  const stream = streamOf(order);
  if (!hasTakenUnits(states.get(allowanceKind, stream), out_trade_no)) return [];
  const event = { type: 'AllowanceReturned' as const, data: { plan_id, user_id, out_trade_no } };
  return [{ stream, creator_id, event }];
}

/** The units that a plan's purchase limits still allow the fan. Holds count; they are released with the order. */
export const allowanceEffect: OrderEffect = {
  streams: (order) => (order.plan_id === '' ? [] : [planStream(order.plan_id), streamOf(order)]),
  hold(states, order, now) {
    const { plan_id, user_id, out_trade_no, creator_id } = order;
    if (plan_id === '') return nothing();
    const plan = states.get(planKind, planStream(plan_id));
    if (plan.phase === 'none') return nothing();
    if (limitReached(states, plan, order, now)) {
      return { ok: false, refusal: { code: 'purchase_limit_reached' } };
    }
    if (!isNoted(plan, order)) return nothing();
    const lines = order.lines.map(({ sku_id, count }) => ({ sku_id, count }));
    const data = { plan_id, user_id, out_trade_no, lines, units: unitsOf(order) };
    return writes([
      { stream: streamOf(order), creator_id, event: { type: 'AllowanceTaken' as const, data } },
    ]);
  },
  confirm: nothing,
  release: back,
  giveBack: (states, order, { whole, shipped }) =>
    whole && !shipped ? writes(back(states, order)) : nothing(),
};
