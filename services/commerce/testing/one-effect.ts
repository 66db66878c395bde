import type { OutTradeNo } from '#events/ids.ts';
import { fenOf, ZERO } from '#events/money.ts';
import { type OrderPlacedData, plainOrder } from '#events/orders.ts';
import type { OrderEffect, RefundScope } from '#services/commerce/engine/order-effect.ts';
import { accept, type Command, type Decided, type Decision, refuse, type States } from '../engine/command.ts';
import { issueRedeemCodes } from '../redeem/issue-redeem-codes.ts';
import { redeemEffect } from '../redeem/redeem-effect.ts';
import { revokeRedeemCodes } from '../redeem/revoke-redeem-codes.ts';
import { fillReplies } from '../replies/fill-replies.ts';
import { repliesEffect } from '../replies/reply-effect.ts';
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
  owner: LI,
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
        const decision = effect.giveBack(states, one, refund, now);
        return decision.ok ? events(decision.events) : refuse(decision.refusal);
      })(order),
  };
}

const codes = [{ code_id: 'code-1', redeem_id: 'redeem-1', number: 0 }];
const batch = { batch_id: 'batch-1', batch_size: 1, uses: 3, valid_until: null };
const redeem = { code_id: 'code-1', redeem_id: 'redeem-1' };
const one = orderNamed('by-code-1', { redeem });
const other = orderNamed('by-code-2', { redeem });
const draws = orderNamed('draws', { reply_pools: [{ pool_id: RED, units: 3 }] });
const fill = { creator_id: CREATOR, pool_id: RED, overwrite: false };

/** A code and a pool, each through all that can happen to it; of goods with a red SKU that are on sale. */
export function codesAndReplies(): Command<unknown>[] {
  const code = alone(redeemEffect);
  const pool = alone(repliesEffect);
  return [
    issueRedeemCodes({ creator_id: CREATOR, plan_id: PLAN, sku_id: RED, codes, ...batch }),
    code.hold(one),
    code.confirm(one),
    code.hold(other),
    code.release(other),
    code.giveBack(one, refunding()),
    revokeRedeemCodes({ creator_id: CREATOR, code_ids: ['code-1'] }),
    pool.confirm(draws),
    fillReplies({ ...fill, fill_id: 'fill-1', count: 1 }),
    pool.giveBack(draws, refunding()),
    fillReplies({ ...fill, fill_id: 'fill-2', count: 4 }),
    fillReplies({ ...fill, fill_id: 'fill-3', count: 2, overwrite: true }),
  ];
}
