import { type Fen, fenOf, proportion, ZERO } from './money.ts';

/** The parts of a payment. They always add up to the total (docs/domain/README.md). */
export interface Shares {
  payment_fee: Fen;
  service_fee: Fen;
  affiliate: Fen;
  net: Fen;
}

/** What the parts of an order depend on, besides its total. */
export interface FeeTerms {
  /** Whole percent for the affiliate, 0 without a code. */
  affiliate_percent: number;
  /** Paid elsewhere: nothing was charged here, and the net is the total. */
  imported: boolean;
}

const PAYMENT_FEE_PERCENT = 1;
const SERVICE_FEE_PERCENT = 5;

/**
 * Splits an order's total T (fen): payment fee 1 %, service fee 5 %, affiliate rate, each rounded half up. The
 * creator's net is the rest. Of an imported order it is all of it.
 */
export function sharesOf(total: Fen, { affiliate_percent, imported }: FeeTerms): Shares {
  if (imported) return { payment_fee: ZERO, service_fee: ZERO, affiliate: ZERO, net: total };
  const payment_fee = proportion(total, PAYMENT_FEE_PERCENT, 100);
  const service_fee = proportion(total, SERVICE_FEE_PERCENT, 100);
  const affiliate = proportion(total, affiliate_percent, 100);
  return { payment_fee, service_fee, affiliate, net: fenOf(total - payment_fee - service_fee - affiliate) };
}

/**
 * The part of each fee that a refund takes back, after earlier refunds of the order. Rounding is cumulative, so
 * refunds that add up to T return each part exactly.
 * @param refunded_before fen refunded by earlier refunds of the same order
 */
export function sharesOfRefund(total: Fen, refund: Fen, refunded_before: Fen, terms: FeeTerms): Shares {
  const whole = sharesOf(total, terms);
  // Nothing was paid (an imported order of 0.00), so no part is reduced.
  if (total === 0) return { ...whole, net: refund };
  const back = (part: Fen): Fen =>
    fenOf(proportion(part, refunded_before + refund, total) - proportion(part, refunded_before, total));
  const payment_fee = back(whole.payment_fee);
  const service_fee = back(whole.service_fee);
  const affiliate = back(whole.affiliate);
  return { payment_fee, service_fee, affiliate, net: fenOf(refund - payment_fee - service_fee - affiliate) };
}
