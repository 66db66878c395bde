import { sharesOf, sharesOfRefund } from '#events/fees.ts';
import { fenOf, ZERO } from '#events/money.ts';

/** The affiliate's part of a paid order after refunds, in fen. Imported orders have no code. */
export function commissionAfterRefunds(order: {
  total_amount: number;
  affiliate_percent: number;
  refunded: number;
}): number {
  const total = fenOf(order.total_amount);
  const terms = { affiliate_percent: order.affiliate_percent, imported: false };
  const whole = sharesOf(total, terms).affiliate;
  // Refunds are rounded cumulatively: several reduce as much as one of their sum.
  const back = order.refunded === 0 ? 0 : sharesOfRefund(total, fenOf(order.refunded), ZERO, terms).affiliate;
  return whole - back;
}
