import type { OutTradeNo, UserId } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { orderKind } from '../orders/order.ts';
import { notNow, toBeSent } from './delivery-rules.ts';

export interface ShipOrders {
  /** A parcel with all shipped units. Several orders of one fan can share it. */
  out_trade_nos: readonly OutTradeNo[];
  creator_id: UserId;
  /** One of the companies of services/modules/delivery/carriers. */
  company_id: string;
  express_no: string;
}

export interface ShippedOrders {
  /** False: this parcel was named before. */
  changed: boolean;
}

function shipOne(states: States, out_trade_no: OutTradeNo, input: ShipOrders): Decided[] | Refusal {
  const { creator_id, company_id, express_no } = input;
  const stream = orderStream(out_trade_no);
  const state = states.get(orderKind, stream);
  if (state.phase === 'none' || state.placed.creator_id !== creator_id) return { code: 'not_found' };
  const order = toBeSent(state);
  if (order === undefined) return { code: 'state_does_not_allow' };
  if (order.address_ref === null) return notNow('out_trade_no', { key: 'no_address' });
  const { delivery } = order;
  if (delivery?.company_id === company_id && delivery.express_no === express_no) return [];
  if (delivery?.state === 'signed') return { code: 'state_does_not_allow' };
  const event = { type: 'OrderShipped' as const, data: { out_trade_no, company_id, express_no } };
  return [{ stream, creator_id, event }];
}

/**
 * Sets the parcel of orders; it can be replaced until it is signed for. Refuses: another's order (not_found), one
 * without shipping, fully refunded or signed for (state_does_not_allow), and one without an address.
 */
export function shipOrders(input: ShipOrders): Command<ShippedOrders> {
  const { creator_id, out_trade_nos } = input;
  return {
    name: 'ship_orders',
    actor: `user:${creator_id}`,
    streams: out_trade_nos.map(orderStream),
    decide(states) {
      const events: Decided[] = [];
      for (const out_trade_no of out_trade_nos) {
        const decided = shipOne(states, out_trade_no, input);
        if (isRefusal(decided)) return refuse(decided);
        events.push(...decided);
      }
      return accept(events, { changed: events.length > 0 });
    },
  };
}
