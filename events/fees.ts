import { type Fen, fenOf, proportion } from './money.ts';

/** The parts of what a fan paid. They always add up to the total (docs/domain.md, Fees). */
export interface Shares {
  payment_fee: Fen;
  service_fee: Fen;
  affiliate: Fen;
  net: Fen;
}

const PAYMENT_FEE_PERCENT = 1;
const SERVICE_FEE_PERCENT = 5;

/**
 * Splits an order's total T (fen): payment fee 1 %, service fee 5 %, affiliate at its rate, each rounded
 * half up; the creator's net is what is left.
 * @param affiliate_percent whole percent that goes to the affiliate, 0 when no code applied
 */
export function sharesOf(total: Fen, affiliate_percent = 0): Shares {
  const payment_fee = proportion(total, PAYMENT_FEE_PERCENT, 100);
  const service_fee = proportion(total, SERVICE_FEE_PERCENT, 100);
  const affiliate = proportion(total, affiliate_percent, 100);
  return { payment_fee, service_fee, affiliate, net: fenOf(total - payment_fee - service_fee - affiliate) };
}

/**
 * What a refund takes back from each part, given how much of the order was refunded before. Rounding is
 * cumulative, so that refunds adding up to T give back each part exactly.
 * @param refunded_before fen refunded by earlier refunds of the same order
 */
export function sharesOfRefund(total: Fen, refund: Fen, refunded_before: Fen, affiliate_percent = 0): Shares {
  const whole = sharesOf(total, affiliate_percent);
  // Nothing paid (an imported order of 0.00): nothing to take back from any part.
  if (total === 0) return { ...whole, net: refund };
  const back = (part: Fen): Fen =>
    fenOf(proportion(part, refunded_before + refund, total) - proportion(part, refunded_before, total));
  const payment_fee = back(whole.payment_fee);
  const service_fee = back(whole.service_fee);
  const affiliate = back(whole.affiliate);
  return { payment_fee, service_fee, affiliate, net: fenOf(refund - payment_fee - service_fee - affiliate) };
}
