import type { PlanOffer, SkuOffer } from '#events/catalog.ts';
import { chargeIdOf, type OutTradeNo, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { orderKind } from '../orders/order.ts';
import { type PlaceOrder, placeOrder } from '../orders/place-order.ts';
import { payOrder } from '../payments/pay-order.ts';
import { type RefundOrder, refundOrder } from '../refunds/refund-order.ts';
import {
  BLUE,
  buying,
  CREATOR,
  given,
  goods,
  LI,
  ORDER,
  onSale,
  RED,
  type Scenario,
  sku,
} from './scenario.ts';

/** A shop that sells red and blue scarves for 10.00 each; null is unlimited stock. */
export const shop = (red: number | null = null, blue: number | null = null): Scenario =>
  given(
    onSale(goods, [
      [sku(RED), red],
      [sku(BLUE), blue],
    ]),
  );

/** The same of red ones with these terms, and five blue ones for 2.50. */
export const scarves = (
  stock: number | null,
  change: Partial<SkuOffer> = {},
  plan: Partial<PlanOffer> = {},
): Decided[] =>
  onSale({ ...goods, ...plan }, [
    [sku(RED, change), stock],
    [sku(BLUE, { price: fenOf(250) }), 5],
  ]);

/** The number of the n-th order of a test; the first is ORDER. */
export const numbered = (n: number) => `order-${n}` as OutTradeNo;

/** LI orders two red ones; tests name what differs. */
export const order = (change: Partial<PlaceOrder> = {}) => placeOrder(buying(change));

/** Money for an order, in fen. */
export const payment = (amount: number, out_trade_no: OutTradeNo = ORDER, attempt = 1) => {
  const charge_id = chargeIdOf(out_trade_no, attempt);
  return payOrder({ out_trade_no, charge_id, amount: fenOf(amount), provider: 'sandbox' });
};

/** What the order costs. */
export function totalOf({ memory }: Pick<Scenario, 'memory'>, out_trade_no: OutTradeNo = ORDER): number {
  const state = memory.stateOf(orderKind, orderStream(out_trade_no));
  if (state.phase === 'none') throw new Error(`${out_trade_no} is not placed`);
  return state.placed.total_amount;
}

/** Places an order and pays what it costs. */
export function paid(scenario: Scenario, change: Partial<PlaceOrder> = {}): Scenario {
  const { out_trade_no } = scenario.accepts(order(change)).result.order.placed;
  return scenario.after(payment(totalOf(scenario, out_trade_no), out_trade_no));
}

export const cancellation = (out_trade_no: OutTradeNo = ORDER, user_id: UserId = LI) =>
  cancelOrder({ out_trade_no, by: { kind: 'user', user_id } });

export const expiry = (out_trade_no: OutTradeNo = ORDER) =>
  cancelOrder({ out_trade_no, by: { kind: 'expiry' } });

/** The creator refunds the whole order; tests name what differs. */
export const refund = ({
  amount,
  ...change
}: Partial<Omit<RefundOrder, 'amount'>> & { amount?: number | undefined } = {}) =>
  refundOrder({
    out_trade_no: ORDER,
    by: { kind: 'creator', user_id: CREATOR },
    refund_id: 'refund-1',
    units: [],
    ticket_ids: [],
    reason: '',
    ...(amount !== undefined && { amount: fenOf(amount) }),
    ...change,
  });
