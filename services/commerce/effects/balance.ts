import { sharesOfRefund } from '#events/fees.ts';
import { derivedEventId } from '#events/ids.ts';
import { balanceStream } from '#events/stream-names.ts';
import { nothing, type OrderEffect, writes } from './order-effect.ts';

/**
 * Every refund is noted where it is decided what money may go out, so that a withdrawal at the same moment cannot
 * miss it. What is paid in is not: it can be withdrawn only after its month is settled.
 */
export const balanceEffect: OrderEffect = {
  streams: () => [],
  refundStreams: ({ creator_id }) => [balanceStream(creator_id)],
  hold: nothing,
  confirm: nothing,
  release: () => [],
  giveBack(_states, order, { refund_id, amount, refunded_before }) {
    if (amount === 0) return nothing();
    const { creator_id: user_id, out_trade_no, total_amount } = order;
    const { net } = sharesOfRefund(total_amount, amount, refunded_before);
    const event = { type: 'RefundCharged' as const, data: { user_id, out_trade_no, refund_id, net } };
    const id = derivedEventId(event.type, out_trade_no, refund_id);
    return writes([{ stream: balanceStream(user_id), creator_id: user_id, event, id }]);
  },
};
