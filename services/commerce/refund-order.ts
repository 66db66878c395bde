import { derivedEventId, type OutTradeNo, type UserId } from '#events/ids.ts';
import { type Fen, fenOf, toWire } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided, refuse } from './command.ts';
import { IMPORT_PROVIDER } from './order.ts';
import { holdStreams, returnSold } from './order-holds.ts';
import { badInput } from './refusal.ts';

export interface RefundOrder {
  out_trade_no: OutTradeNo;
  /** Who gives the money back. */
  creator_id: UserId;
  /** The same id is the same refund. */
  refund_id: string;
  /** fen; all refunds together never pass what was paid. */
  amount: Fen;
  reason: string;
  correlation_id?: string;
}

/**
 * Records a refund of a paid order. When with it all is refunded, sold units and allowance go back.
 * Refuses: another's order (not_found), an unpaid one (state_does_not_allow), more than is left (amount).
 */
export function refundOrder(input: RefundOrder): Command<{ refunded: Fen }> {
  const { out_trade_no, creator_id, refund_id, amount, reason } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'refund_order',
    actor: `user:${creator_id}`,
    correlation_id: input.correlation_id,
    streams: [stream],
    furtherStreams(states) {
      const order = states.get('order', stream);
      return order.phase === 'paid' ? holdStreams(order.placed) : [];
    },
    decide(states) {
      const order = states.get('order', stream);
      if (order.phase === 'none' || order.placed.creator_id !== creator_id)
        return refuse({ code: 'not_found' });
      if (order.phase !== 'paid') return refuse({ code: 'state_does_not_allow' });
      if (order.refund_ids.includes(refund_id)) return accept([], { refunded: order.refunded });
      const left = fenOf(order.placed.total_amount - order.refunded);
      if (amount < 1 || amount > left) {
        return refuse(badInput('amount', { key: 'out_of_range', min: '0.01', max: toWire(left) }));
      }
      const data = { out_trade_no, refund_id, amount, refunded_before: order.refunded, reason };
      const event = { type: 'OrderRefunded' as const, data };
      const id = derivedEventId(event.type, out_trade_no, refund_id);
      const refunded: Decided = { stream, creator_id, event, id };
      const whole = amount === left && order.placed.provider !== IMPORT_PROVIDER;
      const back = whole ? returnSold(states, order.placed) : [];
      return accept([...back, refunded], { refunded: fenOf(order.refunded + amount) });
    },
  };
}
