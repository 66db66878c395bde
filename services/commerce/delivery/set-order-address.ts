import { isAbroad } from '#events/destinations.ts';
import type { OutTradeNo, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream, templateStream, termsStream } from '#events/stream-names.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { notDelivered, shippingFee } from '../catalog/shipping-fee.ts';
import { templateKind } from '../catalog/shipping-template.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { type OrderState, orderKind, type PaidOrder } from '../orders/order.ts';
import { termsKind } from '../prices/terms.ts';
import { notNow, toBeSent } from './delivery-rules.ts';

export interface SetOrderAddress {
  /** Orders that go there: all of them or none. */
  out_trade_nos: readonly OutTradeNo[];
  /** The fan who placed the orders. */
  user_id: UserId;
  /** The address in the vault. */
  address_ref: string;
  /** Destination (events/destinations.ts). */
  province: string;
}

export interface SetAddress {
  /** False: all of them went there already. */
  changed: boolean;
}

/** How often an existing address can be changed (commerce specification 9). */
const MAX_CHANGES = 1;

/** Streams of the shipping cost; only if the order's fee came from them. */
function feeStreams(order: OrderState): string[] {
  if (order.phase !== 'paid' || order.placed.shipping === null) return [];
  return [termsStream(order.placed.creator_id), templateStream(order.placed.shipping.template_id)];
}

/**
 * Another destination is allowed only if its present cost is not above the paid fee. Orders by redeem code ship free to
 * any destination with delivery.
 */
function provinceRefusal(states: States, { placed, province }: PaidOrder, wanted: string): Refusal | null {
  if (wanted === province) return null;
  // Without a template it was sold with delivery in the mainland.
  if (placed.shipping === null) return isAbroad(wanted) ? notDelivered(wanted) : null;
  const template = states.get(templateKind, templateStream(placed.shipping.template_id));
  const { free_shipping } = states.get(termsKind, termsStream(placed.creator_id));
  const items = placed.lines.reduce((sum, { count }) => sum + count, 0);
  const goods = fenOf(placed.total_amount - placed.shipping_fee);
  const cost = shippingFee(template, wanted, items, goods, free_shipping);
  if (!cost.ok) return cost.refusal;
  if (placed.redeem !== null || cost.fee <= placed.shipping_fee) return null;
  return notNow('province', { key: 'shipping_costs_more' });
}

/** Whether the fan can still set or change the address; the province is not checked. */
export function canSetAddress(state: OrderState): boolean {
  const order = toBeSent(state);
  if (order === undefined || order.delivery !== null) return false;
  return order.address_ref === null || order.address_changes < MAX_CHANGES;
}

function setOne(states: States, out_trade_no: OutTradeNo, input: SetOrderAddress): Decided[] | Refusal {
  const { user_id, address_ref, province } = input;
  const stream = orderStream(out_trade_no);
  const state = states.get(orderKind, stream);
  if (state.phase === 'none' || state.owner !== user_id) return { code: 'not_found' };
  const order = toBeSent(state);
  if (order?.address_ref === address_ref) return [];
  if (order === undefined || order.delivery !== null) return { code: 'state_does_not_allow' };
  const first = order.address_ref === null;
  if (!first && order.address_changes >= MAX_CHANGES) {
    return notNow('out_trade_no', { key: 'address_changed' });
  }
  const refusal = provinceRefusal(states, order, province);
  if (refusal) return refusal;
  const { creator_id } = order.placed;
  const data = { out_trade_no, address_ref, province, first };
  return [{ stream, creator_id, event: { type: 'OrderAddressSet', data } }];
}

/**
 * Sets the address of paid orders: once if it is missing, and one change. Refuses: another's order (not_found); one
 * without shipping, shipped or fully refunded (state_does_not_allow); a second change; a destination without
 * delivery, or with a higher cost.
 */
export function setOrderAddress(input: SetOrderAddress): Command<SetAddress> {
  const streams = input.out_trade_nos.map(orderStream);
  return {
    name: 'set_order_address',
    actor: `user:${input.user_id}`,
    streams,
    furtherStreams: (states) => streams.flatMap((stream) => feeStreams(states.get(orderKind, stream))),
    decide(states) {
      const events: Decided[] = [];
      for (const out_trade_no of input.out_trade_nos) {
        const decided = setOne(states, out_trade_no, input);
        if (isRefusal(decided)) return refuse(decided);
        events.push(...decided);
      }
      return accept(events, { changed: events.length > 0 });
    },
  };
}
