import type { TimeLimit, VipTerms } from '#events/catalog.ts';
import { type Fen, fenOf, proportion, times, toWire } from '#events/money.ts';
import { isByPiece, PRODUCT_TYPE } from '#events/status.ts';
import type { FieldError } from '#services/runtime/refusal.ts';
import type { OfferForm, OfferOrigin, SkuEdit } from './offer-form.ts';

/** Smallest prices: a sponsorship plan 5.00, anything else 1.00 (commerce specification 5). */
const MIN_SPONSORSHIP_PRICE = fenOf(500);
const MIN_PRICE = fenOf(100);

const NOTHING = fenOf(0);
const [MIN_PERCENT, MAX_PERCENT] = [10, 90];

/** The smallest price of anything of this offer, reduced ones too. */
export function smallestPrice({ product_type }: Pick<OfferForm, 'product_type'>, origin: OfferOrigin): Fen {
  if (origin === 'import') return NOTHING;
  return product_type === PRODUCT_TYPE.sponsorship ? MIN_SPONSORSHIP_PRICE : MIN_PRICE;
}

export function tooLow(field: string, price: Fen | null, smallest: Fen): FieldError[] {
  if (price === null || price >= smallest) return [];
  return [{ field, message: { key: 'below_minimum', min: toWire(smallest) } }];
}

/** The favourable price of a period: at most the price of its months, at least the smallest price. */
export function favorableErrors(form: OfferForm, smallest: Fen): FieldError[] {
  const { price, pay_month, favorable_price } = form;
  if (
    form.product_type !== PRODUCT_TYPE.sponsorship ||
    price === null ||
    pay_month === 1 ||
    favorable_price === null
  )
    return [];
  const plain = times(price, pay_month);
  if (favorable_price <= plain && favorable_price >= smallest) return [];
  const range = { min: toWire(smallest), max: toWire(plain) };
  return [{ field: 'favorable_price', message: { key: 'out_of_range', ...range } }];
}

/** One of the two reductions, with the names of its fields. */
interface Reduction {
  terms: Pick<TimeLimit | VipTerms, 'price' | 'percent'>;
  /** `vip_price` or `time_limit_price`: of the plan and of each SKU. */
  field: 'vip_price' | 'time_limit_price';
}

/** The error of a replacing price: not lower, or below the minimum. */
function reducedErrors(field: string, reduced: Fen, plain: Fen, smallest: Fen): FieldError[] {
  if (reduced >= plain) return [{ field, message: { key: 'not_below', price: toWire(plain) } }];
  return tooLow(field, reduced, smallest);
}

/** The reduced price; null: no reduction. */
const reducedFrom = (plain: Fen, { price, percent }: Reduction['terms']): Fen | null =>
  percent === null ? price : proportion(plain, percent, 100);

function skuReductionErrors(reduction: Reduction, skus: readonly SkuEdit[], smallest: Fen): FieldError[] {
  const { field, terms } = reduction;
  const errors: FieldError[] = [];
  const byPlan: FieldError[] = [];
  for (const [index, { offer }] of skus.entries()) {
    const own = offer[field];
    const reduced = own ?? reducedFrom(offer.price, terms);
    if (reduced === null) continue;
    if (own !== null) errors.push(...reducedErrors(`sku.${index}.${field}`, reduced, offer.price, smallest));
    else byPlan.push(...reducedErrors(planField(reduction), reduced, offer.price, smallest));
  }
  return [...errors, ...byPlan.slice(0, 1)];
}

const planField = ({ field, terms }: Reduction): string =>
  terms.percent === null ? field : `${field}_discount`;

/**
 * A reduction by an amount or a share of 10 to 90 %, not both; SKUs can have their own price instead. The result is
 * below the plain price and not below the minimum.
 */
function reductionErrors(
  reduction: Reduction,
  form: OfferForm,
  skus: readonly SkuEdit[],
  smallest: Fen,
): FieldError[] {
  const { field, terms } = reduction;
  const { price, percent } = terms;
  if (price !== null && percent !== null) return [{ field, message: { key: 'repeated' } }];
  if (percent !== null && !(percent >= MIN_PERCENT && percent <= MAX_PERCENT)) {
    return [{ field: `${field}_discount`, message: { key: 'out_of_range', min: '0.1', max: '0.9' } }];
  }
  const byPiece = isByPiece(form.product_type);
  const ofSkus = byPiece && skus.some(({ offer }) => offer[field] !== null);
  if (price === null && percent === null && !ofSkus) return [{ field, message: { key: 'required' } }];
  if (byPiece) return skuReductionErrors(reduction, skus, smallest);
  const reduced = form.price === null ? null : reducedFrom(form.price, terms);
  if (form.price === null || reduced === null) return [];
  return reducedErrors(planField(reduction), reduced, form.price, smallest);
}

export function reducedPriceErrors(form: OfferForm, skus: readonly SkuEdit[], smallest: Fen): FieldError[] {
  const { vip, time_limit } = form;
  return [
    ...(vip ? reductionErrors({ terms: vip, field: 'vip_price' }, form, skus, smallest) : []),
    ...(time_limit
      ? reductionErrors({ terms: time_limit, field: 'time_limit_price' }, form, skus, smallest)
      : []),
  ];
}
