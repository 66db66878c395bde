import type { PlanOffer, SkuOffer, TimeLimit, VipTerms } from '#events/catalog.ts';
import { type Fen, fenOf, proportion, times, ZERO } from '#events/money.ts';
import type { Pricing } from '#events/orders.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import type { TimeLeft } from '../memberships/run-times.ts';

/** Multi-month discount: from this many months, this whole percent off (commerce specification 9). */
const MONTH_DISCOUNTS = [
  { months: 36, percent: 16 },
  { months: 24, percent: 14 },
  { months: 12, percent: 10 },
  { months: 6, percent: 6 },
] as const;

export const MAX_MONTHS = 36;

/** The separate price of a SKU. */
export type SkuPrices = Pick<SkuOffer, 'price' | 'vip_price' | 'time_limit_price'>;

/** The fields of an offer that its price depends on. */
export type PricedOffer = Pick<
  PlanOffer,
  'product_type' | 'price' | 'pay_month' | 'favorable_price' | 'permanent' | 'vip' | 'time_limit'
>;

/** Input for the price of an order. */
export interface PriceQuery {
  offer: PricedOffer;
  now: Millis;
  /** The creator's switch for the multi-month discount. */
  discount_option: 0 | 1;
  /** Months bought; 0 without a period, and for an upgrade alone. */
  month: number;
  /** Units of each SKU; empty for a sponsorship plan. */
  lines: readonly { sku: SkuPrices; count: number }[];
  /** Bundles bought; 0 when the plan is none. */
  bundle_count: number;
  /** The fan gets the member price. */
  vip: boolean;
  /** The time left of a cheaper plan, and its monthly price: an upgrade costs the difference, then `month` months. */
  upgrade: { from_price: Fen; left: TimeLeft } | null;
  /** Paid by redeem code: it costs nothing. */
  redeemed: boolean;
  /** Step 7, called with the paid price of the goods. */
  shippingFor(goods_amount: Fen): Fen;
}

/** All amounts in fen. `show_amount − discount + shipping_fee = total_amount`. */
export interface Price {
  /** Before time-limited, favourable and member prices, the multi-month discount and a redeem code. */
  show_amount: Fen;
  discount: Fen;
  /** Whole percent off by the multi-month rule, 0 when none. */
  discount_percent: number;
  shipping_fee: Fen;
  total_amount: Fen;
  /** Of the months, without the difference of an upgrade. */
  per_month: Fen;
  /** The part of an upgrade that the days left cost; otherwise 0. */
  difference: Fen;
  pricing: Pricing;
  /** Unit price of each line, as sold. */
  unit_prices: readonly Fen[];
}

/** Whole percent of the multi-month discount. */
const monthDiscountPercent = (months: number): number =>
  MONTH_DISCOUNTS.find((step) => months >= step.months)?.percent ?? 0;

export const isRunning = (limit: TimeLimit | null, now: Millis): limit is TimeLimit =>
  limit !== null && limit.begin_time <= now && now < limit.end_time;

/** A replacing price: the SKU's own, else a share, else the plan's. */
function instead(plain: Fen, own: Fen | null, terms: Pick<TimeLimit | VipTerms, 'price' | 'percent'>): Fen {
  if (own !== null) return own;
  if (terms.percent !== null) return proportion(plain, terms.percent, 100);
  return terms.price ?? plain;
}

interface Unit {
  /** Step 1. */
  plain: Fen;
  /** After steps 2 to 4. */
  sold: Fen;
  vip: boolean;
}

/** Steps 1, 2 and 4, for goods and tickets. */
function unitOf({ offer, now, vip }: PriceQuery, plain: Fen, sku: SkuPrices | null): Unit {
  const limit = isRunning(offer.time_limit, now) ? offer.time_limit : null;
  const timed = limit ? instead(plain, sku?.time_limit_price ?? null, limit) : plain;
  if (!vip || offer.vip === null) return { plain, sold: timed, vip: false };
  const member = instead(plain, sku?.vip_price ?? null, offer.vip);
  return { plain, sold: fenOf(Math.min(member, timed)), vip: member < timed };
}

interface Amounts {
  shown: Fen;
  amount: Fen;
  difference: Fen;
  pricing: Pricing;
  unit_prices: readonly Fen[];
}

/** The difference for the time left, at list prices, rounded up to a fen. */
function differenceOf({ offer }: PriceQuery, { from_price, left }: NonNullable<PriceQuery['upgrade']>): Fen {
  const { months, hours, of } = left;
  return fenOf(Math.ceil(((offer.price - from_price) * (months * of + hours)) / of));
}

/** The difference for the time left; months bought with it cost what they cost otherwise. */
function upgradeAmounts(query: PriceQuery, upgrade: NonNullable<PriceQuery['upgrade']>): Amounts {
  const difference = differenceOf(query, upgrade);
  const { shown, amount, pricing } = sponsorshipAmounts(query);
  const plus = (amount: Fen): Fen => fenOf(difference + amount);
  return {
    shown: plus(shown),
    amount: plus(amount),
    difference,
    pricing: { ...pricing, rule: 'upgrade' },
    unit_prices: [],
  };
}

/** The price of one period without limited, member's or multi-month prices: what a renewal costs at most. */
export const periodPrice = ({ pay_month, favorable_price, price }: PricedOffer): Fen =>
  (pay_month === 1 ? null : favorable_price) ?? times(price, pay_month);

/** Steps 1 to 6 for months: `price` is a month's, `favorable_price` that of a whole period. */
function sponsorshipAmounts(query: PriceQuery): Amounts {
  const { offer, month, now, vip, discount_option } = query;
  const shown = times(offer.price, month);
  const limit = isRunning(offer.time_limit, now) ? offer.time_limit : null;
  const favorable = limit === null && offer.pay_month !== 1 ? offer.favorable_price : null;
  const unit = limit ? instead(offer.price, null, limit) : offer.price;
  const period = favorable ?? times(unit, offer.pay_month);
  const member = vip && offer.vip ? times(instead(offer.price, null, offer.vip), offer.pay_month) : period;
  const amount = times(fenOf(Math.min(member, period)), month / offer.pay_month);
  const counts = !offer.permanent && offer.pay_month === 1 && discount_option === 1 && limit === null;
  const month_percent = counts ? monthDiscountPercent(month) : 0;
  const rule = limit ? 'time_limit' : favorable !== null ? 'favorable' : 'plain';
  return {
    shown,
    // Rounded half up once, on the whole amount.
    amount: proportion(amount, 100 - month_percent, 100),
    difference: ZERO,
    pricing: { rule, vip: member < period, month_percent },
    unit_prices: [],
  };
}

/** Steps 1 to 5 for goods, tickets and bundles. */
function pieceAmounts(query: PriceQuery): Amounts {
  const { offer, lines, bundle_count, now } = query;
  const rule = isRunning(offer.time_limit, now) ? 'time_limit' : 'plain';
  const priced =
    bundle_count > 0
      ? [{ unit: unitOf(query, offer.price, null), count: bundle_count }]
      : lines.map(({ sku, count }) => ({ unit: unitOf(query, sku.price, sku), count }));
  const total = (of: (unit: Unit) => Fen): Fen =>
    fenOf(priced.reduce((all, { unit, count }) => all + of(unit) * count, 0));
  return {
    shown: total(({ plain }) => plain),
    amount: total(({ sold }) => sold),
    difference: ZERO,
    pricing: { rule, vip: priced.some(({ unit }) => unit.vip), month_percent: 0 },
    // A part of a bundle has no price there: its list price is its value.
    unit_prices: bundle_count > 0 ? lines.map(({ sku }) => sku.price) : priced.map(({ unit }) => unit.sold),
  };
}

function amountsOf(query: PriceQuery): Amounts {
  if (query.upgrade !== null) return upgradeAmounts(query, query.upgrade);
  return query.offer.product_type === PRODUCT_TYPE.sponsorship
    ? sponsorshipAmounts(query)
    : pieceAmounts(query);
}

function priceWith(query: PriceQuery): Price {
  const { month, redeemed } = query;
  const { shown, amount, difference, pricing, unit_prices } = amountsOf(query);
  // Steps 7, 8 and 10.
  const paid = redeemed ? ZERO : amount;
  const shipping_fee = redeemed ? ZERO : query.shippingFor(amount);
  return {
    show_amount: shown,
    discount: fenOf(shown - paid),
    discount_percent: pricing.month_percent,
    shipping_fee,
    total_amount: fenOf(paid + shipping_fee),
    per_month: month > 0 ? proportion(fenOf(paid - difference), 1, month) : paid,
    difference,
    pricing,
    unit_prices,
  };
}

/** The query with and without each promotion that another rule, or free shipping, can make the dearer choice. */
function combinations(query: PriceQuery): PriceQuery[] {
  const { offer, now, vip, redeemed } = query;
  if (redeemed) return [query];
  const unlimited = { ...query, offer: { ...offer, time_limit: null } };
  const limits = isRunning(offer.time_limit, now) ? [query, unlimited] : [query];
  return vip && offer.vip !== null ? limits.flatMap((one) => [one, { ...one, vip: false }]) : limits;
}

/**
 * The price of an order, by the numbered steps of docs/domain/prices.md: the least of all combinations of the
 * promotions that apply, so that none makes an order dearer.
 */
export const priceOf = (query: PriceQuery): Price =>
  combinations(query)
    .map(priceWith)
    .reduce((best, price) => (price.total_amount < best.total_amount ? price : best));

/** Step 9: an amount of the fan's choice. */
export const customPrice = (amount: Fen): Price => ({
  show_amount: amount,
  discount: ZERO,
  discount_percent: 0,
  shipping_fee: ZERO,
  total_amount: amount,
  per_month: amount,
  difference: ZERO,
  pricing: { rule: 'custom', vip: false, month_percent: 0 },
  unit_prices: [],
});
