import type { SkuOffer } from '#events/catalog.ts';
import type { SkuId } from '#events/ids.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { badInput, type FieldError, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { type OfferedPlan, skuOf } from '../catalog/plan.ts';
import { MAX_MONTHS } from './price.ts';

/** Units of one SKU that one order may take, over all its lines. */
export const MAX_UNITS = 10_000;

/** What a fan chooses of a plan. */
export interface ChoiceInput {
  /** If present, checked against the plan's. */
  product_type?: number;
  /** Sponsorship: months, the plan's own period when left out. */
  month?: number;
  /** Months of the plan in addition to an upgrade, in whole periods; otherwise without effect. Default: none. */
  further_months?: number;
  /** The plan begins when the present one ends, instead of now; without effect by code, or if none of its kind runs. */
  begin_at_end?: boolean;
  /** Lines of one SKU are added up. For a bundle: the contents of one. */
  lines: readonly { sku_id: SkuId; count: number }[];
  /** Bundles; default: one. */
  bundle_count?: number;
  invite_code?: string;
  /** Destination (events/destinations.ts), for the shipping fee. */
  province?: string;
}

export interface ChosenLine {
  sku: SkuOffer;
  count: number;
}

/** The units of a choice, one line per SKU, in the order in which the request first names them. */
export interface Choice {
  /** Empty for a sponsorship. A bundle's lines have the units of all its bundles. */
  lines: readonly ChosenLine[];
  /** 0: the plan is no bundle. */
  bundle_count: number;
}

/** The most months of one order. */
const mostMonths = ({ offer }: OfferedPlan): number => (offer.single_month ? 1 : MAX_MONTHS);

/**
 * Months of a sponsorship, 0 without a period; or a refusal.
 * @param redeemed by a code, whose months stay when the plan is sold one month at a time since
 */
export function monthOf(
  plan: OfferedPlan,
  requested: number | undefined,
  redeemed = false,
): number | Refusal {
  const { offer } = plan;
  if (offer.product_type !== PRODUCT_TYPE.sponsorship) return 0;
  const period = offer.pay_month;
  const months = requested ?? (offer.permanent ? 1 : period);
  if (offer.permanent) {
    return months === 1 ? 1 : badInput('month', { key: 'out_of_range', min: '1', max: '1' });
  }
  const most = redeemed ? MAX_MONTHS : mostMonths(plan);
  if (months < period || months > most || months % period !== 0) {
    return badInput('month', { key: 'out_of_range', min: String(period), max: String(most) });
  }
  return months;
}

/** Months bought with an upgrade; or a refusal. */
export function furtherMonthsOf(plan: OfferedPlan, months = 0): number | Refusal {
  const most = mostMonths(plan);
  const fits = months >= 0 && months <= most && months % plan.offer.pay_month === 0;
  const range = { min: '0', max: String(most) };
  return fits ? months : badInput('further_months', { key: 'out_of_range', ...range });
}

function summed(plan: OfferedPlan, input: ChoiceInput): ChosenLine[] | Refusal {
  const lines = new Map<SkuId, ChosenLine>();
  const errors: FieldError[] = [];
  for (const [index, { sku_id, count }] of input.lines.entries()) {
    const sku = skuOf(plan, sku_id);
    if (sku === undefined) {
      errors.push({ field: `sku.${index}.sku_id`, message: { key: 'unknown' } });
      continue;
    }
    const units = (lines.get(sku_id)?.count ?? 0) + count;
    if (!Number.isSafeInteger(count) || count < 1 || units > MAX_UNITS) {
      const message = { key: 'out_of_range' as const, min: '1', max: String(MAX_UNITS) };
      errors.push({ field: `sku.${index}.count`, message });
      continue;
    }
    lines.set(sku_id, { sku, count: units });
  }
  return errors.length > 0 ? { code: 'bad_input', errors } : [...lines.values()];
}

const MAX_BUNDLES = 1_000;

/** The contents of one bundle; or a refusal of the choice. */
function inOneBundle(plan: OfferedPlan, chosen: readonly ChosenLine[]): readonly ChosenLine[] | Refusal {
  const wanted = plan.offer.bundle?.select_count ?? null;
  if (wanted === null) {
    const all = plan.skus.map((sku) => ({ sku, count: 1 }));
    // All that is in it is what one gets; who names it must name it all.
    const complete = chosen.length === 0 || chosen.length === all.length;
    const once = chosen.every(({ count }) => count === 1);
    return complete && once ? all : badInput('sku', outOf(all.length));
  }
  const units = chosen.reduce((sum, { count }) => sum + count, 0);
  if (units !== wanted) return badInput('sku', outOf(wanted));
  const twice = chosen.findIndex(({ count }) => count > 1);
  if (twice !== -1 && !plan.offer.bundle?.repeats) return badInput('sku', { key: 'repeated' });
  return chosen;
}

const outOf = (count: number): FieldError['message'] => ({
  key: 'out_of_range',
  min: String(count),
  max: String(count),
});

function bundled(plan: OfferedPlan, input: ChoiceInput, chosen: readonly ChosenLine[]): Choice | Refusal {
  const bundle_count = input.bundle_count ?? 1;
  if (!Number.isSafeInteger(bundle_count) || bundle_count < 1 || bundle_count > MAX_BUNDLES) {
    return badInput('bundle_count', { key: 'out_of_range', min: '1', max: String(MAX_BUNDLES) });
  }
  const one = inOneBundle(plan, chosen);
  if (isRefusal(one)) return one;
  if (one.length === 0) return badInput('plan_id', { key: 'not_on_sale' });
  return { lines: one.map(({ sku, count }) => ({ sku, count: count * bundle_count })), bundle_count };
}

/**
 * The chosen units of the plan's SKUs. Refuses by field: unknown SKUs, counts out of range, goods and tickets without
 * lines, and bundles with too few, too many or repeated parts.
 */
export function choose(plan: OfferedPlan, input: ChoiceInput): Choice | Refusal {
  const lines = summed(plan, input);
  if (isRefusal(lines)) return lines;
  switch (plan.offer.product_type) {
    case PRODUCT_TYPE.sponsorship:
      return { lines: [], bundle_count: 0 };
    case PRODUCT_TYPE.goods:
    case PRODUCT_TYPE.ticket:
      return lines.length === 0 ? badInput('sku', { key: 'required' }) : { lines, bundle_count: 0 };
    case PRODUCT_TYPE.bundle:
    case PRODUCT_TYPE.choice_bundle:
      return bundled(plan, input, lines);
    default:
      return plan.offer.product_type satisfies never;
  }
}
