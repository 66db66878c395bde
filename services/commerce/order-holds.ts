import type { OrderPlacedData } from '#events/order.ts';
import type { PlanOffer } from '#events/plan.ts';
import type { DomainEvent } from '#events/registry.ts';
import { allowanceStream, stockStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { hasTaken, leftOfPlan, leftOfSku } from './allowance.ts';
import type { Decided, States } from './command.ts';
import { type OfferedPlan, skuOf } from './plan.ts';
import type { FieldError, Refusal } from './refusal.ts';
import { canHold, unitsLeft } from './stock.ts';

/** What of an order bears on stock and limits. */
export type Needs = Pick<
  OrderPlacedData,
  'out_trade_no' | 'creator_id' | 'user_id' | 'plan_id' | 'product_type' | 'lines' | 'expires_at'
>;

export type Held = { ok: true; events: Decided[] } | { ok: false; refusal: Refusal };

const limitsPlan = ({ purchase_limit_type: type }: PlanOffer): boolean => type === 2 || type === 3;
const limitsSkus = ({ purchase_limit_type: type }: PlanOffer): boolean => type === 1 || type === 3;

/** Streams that holding, selling and giving back touch. */
export const holdStreams = ({
  plan_id,
  user_id,
  lines,
}: Pick<Needs, 'plan_id' | 'user_id' | 'lines'>): string[] => [
  ...lines.map(({ sku_id }) => stockStream(sku_id)),
  allowanceStream(plan_id, user_id),
];

/** A sponsorship order is one unit; goods are the sum of their lines. */
const unitsOf = ({ product_type, lines }: Needs): number =>
  product_type === 0 ? 1 : lines.reduce((units, { count }) => units + count, 0);

function stockRefusal(states: States, { lines }: Needs): Refusal | null {
  const errors: FieldError[] = [];
  let missing = false;
  for (const [index, { sku_id, count }] of lines.entries()) {
    const stock = states.get('stock', stockStream(sku_id));
    if (canHold(stock, count)) continue;
    missing = true;
    const left = unitsLeft(stock) ?? 0;
    if (left > 0) {
      const message = { key: 'out_of_range' as const, min: '1', max: String(left) };
      errors.push({ field: `sku.${index}.count`, message });
    }
  }
  return missing ? { code: 'out_of_stock', errors } : null;
}

function limitRefusal(states: States, plan: OfferedPlan, needs: Needs, now: Millis): Refusal | null {
  const { offer } = plan;
  const allowance = states.get('allowance', allowanceStream(needs.plan_id, needs.user_id));
  const reached: Refusal = { code: 'purchase_limit_reached' };
  if (limitsPlan(offer) && offer.purchase_limit !== null) {
    if (unitsOf(needs) > leftOfPlan(allowance, offer.purchase_limit, now)) return reached;
  }
  if (!limitsSkus(offer)) return null;
  for (const { sku_id, count } of needs.lines) {
    const limit = skuOf(plan, sku_id)?.purchase_limit ?? null;
    if (limit !== null && count > leftOfSku(allowance, sku_id, limit, now)) return reached;
  }
  return null;
}

/** Goods are always noted, so that a limit set later knows what was bought before; sponsorships when limited. */
const notesAllowance = ({ offer }: OfferedPlan, { product_type }: Needs): boolean =>
  product_type !== 0 || (limitsPlan(offer) && offer.purchase_limit !== null);

/** Holds all that an order needs of stock and allowance, or says what is missing; never a part of it. */
export function takeHolds(states: States, plan: OfferedPlan, needs: Needs, now: Millis): Held {
  const refusal = stockRefusal(states, needs) ?? limitRefusal(states, plan, needs, now);
  if (refusal) return { ok: false, refusal };
  const { out_trade_no, creator_id, user_id, plan_id, expires_at } = needs;
  const events = needs.lines.map(({ sku_id, count }): Decided => {
    const event = { type: 'StockHeld' as const, data: { sku_id, out_trade_no, count, expires_at } };
    return { stream: stockStream(sku_id), creator_id, event };
  });
  if (notesAllowance(plan, needs)) {
    const lines = needs.lines.map(({ sku_id, count }) => ({ sku_id, count }));
    const data = { plan_id, user_id, out_trade_no, lines, units: unitsOf(needs) };
    const event = { type: 'AllowanceTaken' as const, data };
    events.push({ stream: allowanceStream(plan_id, user_id), creator_id, event });
  }
  return { ok: true, events };
}

function perLine(type: 'StockSold' | 'StockReleased' | 'StockReturned', needs: Needs): Decided[] {
  const { out_trade_no, creator_id, lines } = needs;
  return lines.map(({ sku_id, count }) => {
    const event: DomainEvent = { type, data: { sku_id, out_trade_no, count } };
    return { stream: stockStream(sku_id), creator_id, event };
  });
}

function allowanceBack(states: States, { plan_id, user_id, out_trade_no, creator_id }: Needs): Decided[] {
  const stream = allowanceStream(plan_id, user_id);
  if (!hasTaken(states.get('allowance', stream), out_trade_no)) return [];
  const event = { type: 'AllowanceReturned' as const, data: { plan_id, user_id, out_trade_no } };
  return [{ stream, creator_id, event }];
}

/** What was held is sold. */
export const sellHolds = (needs: Needs): Decided[] => perLine('StockSold', needs);

/** What was held goes back: the order was cancelled or expired. */
export const releaseHolds = (states: States, needs: Needs): Decided[] => [
  ...perLine('StockReleased', needs),
  ...allowanceBack(states, needs),
];

/** What was sold goes back: a full refund before shipping. */
export const returnSold = (states: States, needs: Needs): Decided[] => [
  ...perLine('StockReturned', needs),
  ...allowanceBack(states, needs),
];
