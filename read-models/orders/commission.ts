import { sharesOf, sharesOfRefund } from '#events/fees.ts';
import { fenOf, ZERO } from '#events/money.ts';

/** The affiliate's part of a paid order after refunds, in fen. */
export function commissionAfterRefunds(order: {
  total_amount: number;
  affiliate_percent: number;
  refunded: number;
}): number {
  const total = fenOf(order.total_amount);
  const rate = order.affiliate_percent;
  const whole = sharesOf(total, rate).affiliate;
  // Refunds are rounded cumulatively: several reduce as much as one of their sum.
  const back = order.refunded === 0 ? 0 : sharesOfRefund(total, fenOf(order.refunded), ZERO, rate).affiliate;
  return whole - back;
}
