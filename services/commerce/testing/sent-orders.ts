import { chargeIdOf, type OutTradeNo, type SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { OrderEvent, OrderPlacedData } from '#events/orders.ts';
import { orderStream } from '#events/stream-names.ts';
import { newest } from '#events/testing/newest-events.ts';
import type { Decided } from '../engine/command.ts';
import { CREATOR, LI, ORDER, RED, TEMPLATE } from './scenario.ts';

const about = (event: OrderEvent): Decided => ({ stream: orderStream(ORDER), creator_id: CREATOR, event });

/** Two scarves for 20.00 that LI had sent to 310000 for 5.00; tests name what differs. */
const scarves = (change: Partial<OrderPlacedData>): OrderPlacedData => ({
  ...newest.OrderPlaced,
  out_trade_no: ORDER,
  creator_id: CREATOR,
  user_id: LI,
  product_type: 1,
  lines: [{ sku_id: RED, name: 'red', price: fenOf(1000), count: 2, of_plan: null }],
  show_amount: fenOf(2000),
  shipping_fee: fenOf(500),
  total_amount: fenOf(2500),
  need_address: true,
  shipping: { template_id: TEMPLATE, province: '310000' },
  address_ref: 'address-1',
  ...change,
});

export const placed = (change: Partial<OrderPlacedData> = {}): Decided =>
  about({ type: 'OrderPlaced', data: scarves(change) });

/** The order above, paid and waiting to be sent. */
export const toSend = (change: Partial<OrderPlacedData> = {}): Decided[] => [
  placed(change),
  about({
    type: 'OrderPaid',
    data: {
      out_trade_no: ORDER,
      charge_id: chargeIdOf(ORDER, 1),
      amount: scarves(change).total_amount,
      revived: false,
    },
  }),
];

export const cancelled = about({ type: 'OrderCancelled', data: { out_trade_no: ORDER, reason: 'fan' } });

/** A refund with units of the scarves. */
export const refunded = (amount: number, units: number): Decided =>
  about({
    type: 'OrderRefunded',
    data: {
      ...newest.OrderRefunded,
      out_trade_no: ORDER,
      amount: fenOf(amount),
      refunded_before: fenOf(0),
      units: units === 0 ? [] : [{ sku_id: RED as SkuId, count: units }],
    },
  });

export const shipped = (express_no = 'SF100', company_id = 'sf'): Decided =>
  about({ type: 'OrderShipped', data: { out_trade_no: ORDER, company_id, express_no } });

export const moved = (
  state: Extract<OrderEvent, { type: 'OrderDeliveryMoved' }>['data']['state'],
  express_no = 'SF100',
): Decided => about({ type: 'OrderDeliveryMoved', data: { out_trade_no: ORDER, express_no, state } });

/** The same of another order. */
export const ofOrder = (out_trade_no: OutTradeNo, events: readonly Decided[]): Decided[] =>
  events.map((one) => ({
    ...one,
    stream: orderStream(out_trade_no),
    // Every event of an order names it by this field.
    event: { ...one.event, data: { ...one.event.data, out_trade_no } } as Decided['event'],
  }));
