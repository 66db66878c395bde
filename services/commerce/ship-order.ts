import type { OutTradeNo, UserId } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from './command.ts';
import { notNow, toBeSent } from './delivery-rules.ts';

export interface ShipOrder {
  out_trade_no: OutTradeNo;
  creator_id: UserId;
  /** One of the companies of services/carriers. */
  company_id: string;
  express_no: string;
  correlation_id?: string;
}

/** `changed` false: this parcel was named before. */
export interface ShippedOrder {
  changed: boolean;
}

/**
 * Names the parcel in which an order goes; until it is signed for, another may be named instead. Refuses:
 * another's order (not_found), one that nothing is to be sent of, that is refunded whole or signed for
 * (state_does_not_allow), and one whose fan has given no address yet.
 */
export function shipOrder(input: ShipOrder): Command<ShippedOrder> {
  const { out_trade_no, creator_id, company_id, express_no } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'ship_order',
    actor: `user:${creator_id}`,
    correlation_id: input.correlation_id,
    streams: [stream],
    decide(states) {
      const state = states.get('order', stream);
      if (state.phase === 'none' || state.placed.creator_id !== creator_id) {
        return refuse({ code: 'not_found' });
      }
      const order = toBeSent(state);
      if (order === undefined) return refuse({ code: 'state_does_not_allow' });
      if (order.address_ref === null) return refuse(notNow('out_trade_no', { key: 'no_address' }));
      const { delivery } = order;
      if (delivery?.company_id === company_id && delivery.express_no === express_no) {
        return accept([], { changed: false });
      }
      if (delivery?.state === 'signed') return refuse({ code: 'state_does_not_allow' });
      const event = { type: 'OrderShipped' as const, data: { out_trade_no, company_id, express_no } };
      return accept([{ stream, creator_id, event }], { changed: true });
    },
  };
}
