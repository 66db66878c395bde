import type { OutTradeNo } from '#events/ids.ts';
import { fenOf, ZERO } from '#events/money.ts';
import { type OrderPlacedData, plainOrder } from '#events/order.ts';
import { accept, type Command, type Decided, type Decision, refuse, type States } from '../engine/command.ts';
import type { OrderEffect, RefundScope } from '../order-effect.ts';
import { CREATOR, LI, NOON, ORDER, PLAN, RED, TTL } from './scenario.ts';

/** An order for one red one; tests name what differs. */
const ordered = (change: Partial<OrderPlacedData> = {}): OrderPlacedData => ({
  out_trade_no: ORDER,
  creator_id: CREATOR,
  user_id: LI,
  plan_id: PLAN,
  plan_name: 'Scarf',
  plan_version: 1,
  product_type: 1,
  lines: [{ sku_id: RED, name: 'Red', price: fenOf(1000), count: 1, of_plan: null }],
  month: 0,
  show_amount: fenOf(1000),
  discount: ZERO,
  shipping_fee: ZERO,
  total_amount: fenOf(1000),
  currency: 'CNY',
  py_type: 'apy',
  provider: 'sandbox',
  remark_ref: null,
  custom_order_id: '',
  request_hash: '',
  expires_at: NOON + TTL * 1000,
  ...plainOrder,
  ...change,
});

export const orderNamed = (name: string, change: Partial<OrderPlacedData> = {}): OrderPlacedData =>
  ordered({ out_trade_no: name as OutTradeNo, ...change });

/** A full refund of an unshipped order; tests override fields. */
export const refunding = (change: Partial<RefundScope> = {}): RefundScope => ({
  refund_id: 'refund-1',
  amount: fenOf(1000),
  refunded_before: ZERO,
  whole: true,
  shipped: false,
  units: [],
  ticket_ids: [],
  ...change,
});

/** One effect's part of placing, paying, cancelling and refunding, each as a separate command. */
export function alone(effect: OrderEffect) {
  const command =
    (name: string, decide: (states: States, order: OrderPlacedData, now: number) => Decision<null>) =>
    (order: OrderPlacedData): Command<null> => ({
      name,
      actor: 'process:test',
      streams: effect.streams(order),
      decide: (states, now) => decide(states, order, now),
    });
  const events = (decided: readonly Decided[]): Decision<null> => accept(decided, null);
  return {
    hold: command('hold', (states, order, now) => {
      const held = effect.hold(states, order, now);
      return held.ok ? events(held.events) : refuse(held.refusal);
    }),
    confirm: command('confirm', (states, order, now) => {
      const confirmed = effect.confirm(states, order, now);
      if (!confirmed.ok) throw new Error(`not confirmed: ${confirmed.reason}`);
      return events(confirmed.events);
    }),
    release: command('release', (states, order) => events(effect.release(states, order))),
    giveBack: (order: OrderPlacedData, refund: RefundScope) =>
      command('give_back', (states, one, now) => {
        const given = effect.giveBack(states, one, refund, now);
        return given.ok ? events(given.events) : refuse(given.refusal);
      })(order),
  };
}
