import { type Fen, fenOf, times, toWire } from '#events/money.ts';
import type { PlanOffer } from '#events/plan.ts';
import type { FieldError } from './refusal.ts';
import type { SkuEdit } from './sku-edits.ts';

/** Smallest prices: a sponsorship plan 5.00, anything else 1.00 (commerce specification 5). */
const SMALLEST_SPONSORSHIP_PRICE = fenOf(500);
const SMALLEST_PRICE = fenOf(100);

/** Who sets the offer: an import brings prices as they were, below the minimum too. */
export type OfferOrigin = 'seller' | 'import';

/** The fields of a plan as its creator fills them in. */
export interface OfferForm extends Omit<PlanOffer, 'price' | 'rank'> {
  /** null: of goods, the lowest price of a SKU. */
  price: Fen | null;
  /** null: stays as it is, 0 for a new plan. */
  rank: number | null;
}

const error = (field: string, message: FieldError['message']): FieldError => ({ field, message });

function priceErrors(field: string, price: Fen | null, smallest: Fen): FieldError[] {
  if (price === null || price >= smallest) return [];
  return [error(field, { key: 'below_minimum', min: toWire(smallest) })];
}

function sponsorshipErrors(form: OfferForm, skus: readonly SkuEdit[]): FieldError[] {
  const errors = priceErrors('price', form.price, SMALLEST_SPONSORSHIP_PRICE);
  if (form.price === null) return [error('price', { key: 'required' })];
  if (skus.length > 0) errors.push(error('sku', { key: 'out_of_range', min: '0', max: '0' }));
  if (form.pay_month === 1 || form.favorable_price === null) return errors;
  const plain = times(form.price, form.pay_month);
  if (form.favorable_price > plain || form.favorable_price < SMALLEST_SPONSORSHIP_PRICE) {
    const range = { min: toWire(SMALLEST_SPONSORSHIP_PRICE), max: toWire(plain) };
    errors.push(error('favorable_price', { key: 'out_of_range', ...range }));
  }
  return errors;
}

function goodsErrors(form: OfferForm, skus: readonly SkuEdit[], smallest: Fen): FieldError[] {
  const errors = priceErrors('price', form.price, smallest);
  if (skus.length === 0) errors.push(error('sku', { key: 'required' }));
  return errors;
}

/** What is wrong with a plan's form, by field; empty when it can be saved. */
export function offerErrors(form: OfferForm, skus: readonly SkuEdit[], origin: OfferOrigin): FieldError[] {
  const smallest = origin === 'import' ? fenOf(0) : SMALLEST_PRICE;
  const needsLimit = form.purchase_limit_type === 2 || form.purchase_limit_type === 3;
  const limit =
    needsLimit && form.purchase_limit === null ? [error('product_purchase_limit', { key: 'required' })] : [];
  switch (form.product_type) {
    case 0:
      return [...sponsorshipErrors(form, skus), ...limit];
    case 1:
      return [...goodsErrors(form, skus, smallest), ...skuErrors(skus, origin), ...limit];
    default:
      return [error('product_type', { key: 'out_of_range', min: '0', max: '1' })];
  }
}

/** What is wrong with SKUs by themselves: a price too low, one id twice. */
export function skuErrors(skus: readonly SkuEdit[], origin: OfferOrigin): FieldError[] {
  const smallest = origin === 'import' ? fenOf(0) : SMALLEST_PRICE;
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, { offer }] of skus.entries()) {
    if (seen.has(offer.sku_id)) errors.push(error(`sku.${index}.sku_id`, { key: 'repeated' }));
    seen.add(offer.sku_id);
    errors.push(...priceErrors(`sku.${index}.price`, offer.price, smallest));
  }
  return errors;
}

/** The offer as it is kept: fields that bear on nothing for this type are put in order. */
export function offerOf(form: OfferForm, skus: readonly SkuEdit[], before: PlanOffer | null): PlanOffer {
  const goods = form.product_type === 1;
  const lowest = fenOf(
    skus.reduce((low, { offer }) => Math.min(low, offer.price), skus[0]?.offer.price ?? 0),
  );
  const pay_month = goods ? 1 : form.pay_month;
  return {
    ...form,
    price: form.price ?? lowest,
    pay_month,
    favorable_price: pay_month === 1 ? null : form.favorable_price,
    // A plan that never ends stands beside others (commerce specification 4).
    independent: form.independent || form.permanent,
    rank: form.rank ?? before?.rank ?? 0,
  };
}
