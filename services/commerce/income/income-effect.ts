import { sharesOfRefund } from '#events/fees.ts';
import { derivedEventId, type UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { balanceStream } from '#events/stream-names.ts';
import { nothing, type OrderEffect, writes } from '#services/commerce/engine/order-effect.ts';
import type { Decided } from '../engine/command.ts';
import { feeTermsOf } from '../orders/order.ts';

/** The balances of the seller and of the code's partner. */
const balances = ({ creator_id, affiliate }: OrderPlacedData): UserId[] =>
  affiliate === null ? [creator_id] : [creator_id, affiliate.partner_id];

/**
 * Refunds are recorded in the balance that decides withdrawals, so a concurrent withdrawal cannot miss one. Payments
 * are not: they can be withdrawn only after their month is settled.
 */
export const balanceEffect: OrderEffect = {
  streams: () => [],
  refundStreams: (order) => balances(order).map(balanceStream),
  hold: nothing,
  confirm: nothing,
  release: () => [],
  giveBack(_states, order, { refund_id, amount, refunded_before }) {
    if (amount === 0) return nothing();
    const { creator_id, out_trade_no, total_amount, affiliate: by } = order;
    const back = sharesOfRefund(total_amount, amount, refunded_before, feeTermsOf(order));
    const charged = (user_id: UserId, net: Fen, ...whose: string[]): Decided => ({
      stream: balanceStream(user_id),
      creator_id: user_id,
      event: { type: 'RefundCharged', data: { user_id, out_trade_no, refund_id, net } },
      id: derivedEventId('RefundCharged', out_trade_no, refund_id, ...whose),
    });
    const partner = by && back.affiliate > 0 ? [charged(by.partner_id, back.affiliate, by.partner_id)] : [];
    return writes([charged(creator_id, back.net), ...partner]);
  },
};
