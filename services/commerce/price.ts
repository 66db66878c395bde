import { type Fen, fenOf, proportion, sum, times, ZERO } from '#events/money.ts';
import type { OrderLine } from '#events/order.ts';
import type { PlanOffer } from '#events/plan.ts';

/** Multi-month discount: from so many months on, so many whole percent off (commerce specification 9). */
const MONTH_DISCOUNTS = [
  { months: 36, percent: 16 },
  { months: 24, percent: 14 },
  { months: 12, percent: 10 },
  { months: 6, percent: 6 },
] as const;

export const MOST_MONTHS = 36;

/** What the price of an order depends on, all of it decided before. */
export interface PriceQuestion {
  offer: PlanOffer;
  /** The creator's switch for the multi-month discount. */
  discount_option: 0 | 1;
  /** Months bought; 0 for what has no period. */
  month: number;
  /** As sold now; empty for a sponsorship plan. */
  lines: readonly OrderLine[];
}

/** All amounts in fen. `show_amount − discount + shipping_fee = total_amount`. */
export interface Price {
  /** Before time-limited, favourable and member prices and the multi-month discount. */
  show_amount: Fen;
  discount: Fen;
  /** Whole percent off by the multi-month rule, 0 when none. */
  discount_percent: number;
  shipping_fee: Fen;
  total_amount: Fen;
  per_month: Fen;
}

/** Whole percent that the multi-month rule takes off. */
const monthDiscountPercent = (months: number): number =>
  MONTH_DISCOUNTS.find((step) => months >= step.months)?.percent ?? 0;

/** Sponsorship: what the months cost at the plain price, and what at the price of a period. */
function sponsorshipAmounts({ offer, month }: PriceQuestion): { shown: Fen; amount: Fen } {
  const shown = times(offer.price, month);
  if (offer.pay_month === 1 || offer.favorable_price === null) return { shown, amount: shown };
  return { shown, amount: times(offer.favorable_price, month / offer.pay_month) };
}

const goodsAmount = (lines: readonly OrderLine[]): Fen =>
  sum(lines.map(({ price, count }) => times(price, count)));

/**
 * The price of an order, by the numbered steps of docs/domain.md (Price of an order). Steps that belong
 * to memberships, shipping and redeem codes find their place between these.
 */
export function priceOf(question: PriceQuestion): Price {
  const { offer, discount_option, month, lines } = question;
  const sponsorship = offer.product_type === 0;
  // Steps 1, 3 and 5: unit price, price of a period, amount.
  const { shown, amount } = sponsorship
    ? sponsorshipAmounts(question)
    : { shown: goodsAmount(lines), amount: goodsAmount(lines) };
  // Step 6: rounded half up once, on the whole amount.
  const discounted = sponsorship && !offer.permanent && offer.pay_month === 1 && discount_option === 1;
  const discount_percent = discounted ? monthDiscountPercent(month) : 0;
  const reduced = proportion(amount, 100 - discount_percent, 100);
  // Step 8: what the fan sees struck through, and what is paid.
  return {
    show_amount: shown,
    discount: fenOf(shown - reduced),
    discount_percent,
    shipping_fee: ZERO,
    total_amount: reduced,
    per_month: month > 0 ? proportion(reduced, 1, month) : reduced,
  };
}
