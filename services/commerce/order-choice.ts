import type { SkuId } from '#events/ids.ts';
import { LARGEST_INPUT, toWire } from '#events/money.ts';
import type { OrderLine } from '#events/order.ts';
import { type OfferedPlan, PLAN_DELETED, PLAN_HIDDEN, type PlanState, skuOf } from './plan.ts';
import { MOST_MONTHS, type Price, priceOf } from './price.ts';
import { badInput, type FieldError, type Refusal } from './refusal.ts';
import type { TermsState } from './terms.ts';

/** Units of one SKU that one order may take, over all its lines. */
const MOST_UNITS = 10_000;

/** What a fan wants of a plan. */
export interface OrderChoice {
  /** Checked against the plan's when given. */
  product_type?: number;
  /** Sponsorship: months, the plan's own period when left out. */
  month?: number;
  /** Lines of one SKU count together. */
  lines: readonly { sku_id: SkuId; count: number }[];
}

export interface Quote {
  plan: OfferedPlan;
  month: number;
  lines: readonly OrderLine[];
  price: Price;
}

export type Quoted = { ok: true; quote: Quote } | { ok: false; refusal: Refusal };

const no = (refusal: Refusal): { ok: false; refusal: Refusal } => ({ ok: false, refusal });

/** Why a plan cannot be bought now, if so. */
function notOnSale(plan: OfferedPlan): Refusal | null {
  if (plan.status === PLAN_DELETED) return { code: 'plan_deleted' };
  if (plan.status === PLAN_HIDDEN && !plan.offer.can_buy_hide) {
    return badInput('plan_id', { key: 'not_on_sale' });
  }
  return null;
}

function monthOf({ offer }: OfferedPlan, asked: number | undefined): number | Refusal {
  if (offer.product_type !== 0) return 0;
  const period = offer.pay_month;
  const months = asked ?? (offer.permanent ? 1 : period);
  if (offer.permanent) {
    return months === 1 ? 1 : badInput('month', { key: 'out_of_range', min: '1', max: '1' });
  }
  if (months < period || months > MOST_MONTHS || months % period !== 0) {
    return badInput('month', { key: 'out_of_range', min: String(period), max: String(MOST_MONTHS) });
  }
  return months;
}

/** The lines as they are sold, one per SKU, in the order in which the request first names them. */
function linesOf(plan: OfferedPlan, choice: OrderChoice): OrderLine[] | Refusal {
  const lines = new Map<SkuId, OrderLine>();
  const errors: FieldError[] = [];
  for (const [index, { sku_id, count }] of choice.lines.entries()) {
    const sku = skuOf(plan, sku_id);
    if (sku === undefined) {
      errors.push({ field: `sku.${index}.sku_id`, message: { key: 'unknown' } });
      continue;
    }
    const units = (lines.get(sku_id)?.count ?? 0) + count;
    if (!Number.isSafeInteger(count) || count < 1 || units > MOST_UNITS) {
      const message = { key: 'out_of_range' as const, min: '1', max: String(MOST_UNITS) };
      errors.push({ field: `sku.${index}.count`, message });
      continue;
    }
    lines.set(sku_id, { sku_id, name: sku.name, price: sku.price, count: units });
  }
  if (errors.length > 0) return { code: 'bad_input', errors };
  if (plan.offer.product_type === 1 && lines.size === 0) return badInput('sku', { key: 'required' });
  return [...lines.values()];
}

/**
 * What a choice costs now. Refuses: an unknown plan (not_found), a deleted one (plan_deleted), and by
 * field a hidden plan, another product type, SKUs that are not the plan's, counts and months out of range,
 * and a total above the largest amount.
 */
export function quoteFor(plan: PlanState, terms: TermsState, choice: OrderChoice): Quoted {
  if (plan.phase === 'none') {
    return no({ code: 'not_found', errors: [{ field: 'plan_id', message: { key: 'unknown' } }] });
  }
  const refusal = notOnSale(plan);
  if (refusal) return no(refusal);
  const type = plan.offer.product_type;
  if (choice.product_type !== undefined && choice.product_type !== type) {
    return no(badInput('product_type', { key: 'out_of_range', min: String(type), max: String(type) }));
  }
  const month = monthOf(plan, choice.month);
  if (typeof month !== 'number') return no(month);
  const lines = linesOf(plan, choice);
  if (!Array.isArray(lines)) return no(lines);
  const { discount_option } = terms;
  const price = priceOf({ offer: plan.offer, discount_option, month, lines });
  // A price of nothing comes with imports only: it was sold so once, and is not given away now.
  if (price.total_amount < 1) return no(badInput('plan_id', { key: 'not_on_sale' }));
  if (price.total_amount > LARGEST_INPUT) {
    const range = { min: '0.01', max: toWire(LARGEST_INPUT) };
    return no(badInput('total_amount', { key: 'out_of_range', ...range }));
  }
  return { ok: true, quote: { plan, month, lines, price } };
}
