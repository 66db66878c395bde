import { equal } from 'node:assert/strict';
import { expect } from 'vitest';
import {
  affiliateIdOf,
  chargeIdOf,
  type OutTradeNo,
  type PlanId,
  type SkuId,
  type UserId,
} from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { type PlaceOrder, placeOrder } from '../orders/place-order.ts';
import { payOrder } from '../payments/pay-order.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import type { AffiliateHistory } from './affiliate-history.ts';
import { BUYERS, CODES, NO_CODE, PLANS, SELLERS, type Step, TYPED } from './affiliate-shops.ts';
import { pick } from './histories.ts';
import { PlainCommissions, type PlainOrder } from './plain-commissions.ts';
import { buying } from './scenario.ts';

/** A fan orders a plan or gives a custom amount, with a code in any spelling. */
export function place(history: AffiliateHistory, { who, what: which, much }: Step): void {
  const [seller, user_id] = [pick(SELLERS, which), pick(BUYERS, who)];
  const opened = [...history.model.codes.values()].filter(({ creator }) => creator === seller);
  const texts = [...opened, ...opened].map(({ text }) => text);
  const typed = pick(TYPED, much)(pick([...texts, pick(CODES, much), NO_CODE], who + much));
  const [plan, price] = pick([...Object.entries(PLANS[seller] ?? {}), ['', 0] as const], which + much);
  const count = 1 + (much % 3);
  const number = `order-${history.model.orders.length + 1}` as OutTradeNo;
  const wish: Partial<PlaceOrder> =
    plan === ''
      ? { custom: { creator_id: seller, amount: fenOf(500 + much) }, plan_id: '' as PlanId, lines: [] }
      : { plan_id: plan as PlanId, lines: [{ sku_id: `sku-${plan}` as SkuId, count }] };
  const input = buying({ out_trade_no: number, user_id, affiliate_code: typed, ...wish });
  const placed = history.try(placeOrder(input));
  equal(placed.accepted, seller !== user_id);
  if (!placed.accepted) return;
  const carried = history.model.carried(seller, typed, plan, user_id);
  const by = typeof carried === 'string' ? null : carried;
  history.cases.add(typeof carried === 'string' ? carried : plan === '' ? 'custom amount' : 'carried');
  const total = plan === '' ? 500 + much : price * count;
  const order: PlainOrder = { number, creator: seller, total, by, phase: 'pending', refunds: [] };
  history.model.orders.push(order);
  const { affiliate, total_amount } = placed.result.order.placed;
  equal(total_amount, total);
  expect(affiliate && { ...affiliate }).toEqual(
    by && {
      affiliate_id: affiliateIdOf(seller, typed.trim()),
      partner_id: by.partner,
      code: by.text,
      rate_percent: by.rate,
    },
  );
}

/** So few of the newest that several things happen to each. */
const AT_HAND = 4;

/** The newest is 0. */
function orderAt(history: AffiliateHistory, n: number): PlainOrder | undefined {
  return history.model.orders.length === 0
    ? undefined
    : pick(history.model.orders.toReversed().slice(0, AT_HAND), n);
}

/** Includes expired orders, which revive. */
export function pay(history: AffiliateHistory, { what: which }: Step): void {
  const order = orderAt(history, which);
  if (!order || order.phase === 'paid') return;
  if (order.phase === 'cancelled') history.cases.add(order.by ? 'revived with its code' : 'revived');
  if (order.by) {
    const code = history.model.codeOf(order.creator, order.by.text);
    if (code?.closed || !code?.active) history.cases.add('paid when its code no longer counts');
    else if (code.rate !== order.by.rate) history.cases.add('paid at the rate before');
  }
  const out_trade_no = order.number as OutTradeNo;
  const charge_id = chargeIdOf(out_trade_no, 1);
  const paid = history.try(
    payOrder({ out_trade_no, charge_id, amount: fenOf(order.total), provider: 'sandbox' }),
  );
  equal(paid.accepted && paid.result.status, 2);
  history.model.pay(order);
  const { net, commission } = PlainCommissions.parts(order, 0);
  expect(history.books.parts.get(order.number)).toMatchObject([
    { amount: order.total, affiliate: commission, net },
  ]);
  // Of the rest after fees, never more.
  expect([net >= 0, commission >= 0]).toEqual([true, true]);
  if (order.by && commission === 0) history.cases.add('commission of nothing');
  if (order.by && net === 0) history.cases.add('nothing left for the seller');
}

export function cancel(history: AffiliateHistory, { what: which }: Step): void {
  const order = orderAt(history, which);
  if (order?.phase !== 'pending') return;
  const by = { kind: 'user', user_id: order.creator as UserId } as const;
  equal(history.try(cancelOrder({ out_trade_no: order.number as OutTradeNo, by })).accepted, true);
  order.phase = 'cancelled';
}

/** All that is left, or a part of it; now and then more than that. */
export function refund(history: AffiliateHistory, { what: which, much }: Step): void {
  // Often one of which a part went back already: few orders would have three parts otherwise.
  const begun = history.model.orders.filter(({ total, refunds }) => {
    return refunds.length > 0 && refunds.reduce((sum, one) => sum + one, 0) < total;
  });
  const order = which % 2 === 0 && begun.length > 0 ? pick(begun, which) : orderAt(history, which);
  if (!order) return;
  const left = order.total - order.refunds.reduce((sum, one) => sum + one, 0);
  const amount = pick([left, 1 + (much % Math.max(left, 1)), 1 + (much % 3), left + 1], much);
  const refund_id = `${order.number}-r${order.refunds.length}`;
  const by = { kind: 'creator', user_id: order.creator as UserId } as const;
  const terms = { amount: fenOf(amount), units: [], ticket_ids: [], reason: '' };
  const head = history.memory.log.length;
  const refunded = history.try(
    refundOrder({ out_trade_no: order.number as OutTradeNo, refund_id, by, ...terms }),
  );
  equal(refunded.accepted, order.phase === 'paid' && amount >= 1 && amount <= left);
  if (!refunded.accepted) return;
  const { net, commission } = history.model.refund(order, amount);
  const charged = history.memory.log
    .slice(head)
    .flatMap(({ event }) => (event.type === 'RefundCharged' ? [[event.data.user_id, event.data.net]] : []));
  const partner = order.by && commission > 0 ? [[order.by.partner, commission]] : [];
  expect(charged).toEqual([[order.creator, net], ...partner]);
  lookAtRefund(history, order, commission, amount === left);
}

function lookAtRefund(
  history: AffiliateHistory,
  order: PlainOrder,
  commission: number,
  whole: boolean,
): void {
  const parts = history.books.parts.get(order.number) ?? [];
  if (whole) {
    // A full refund: each part exactly, for any split.
    for (const part of ['amount', 'payment_fee', 'service_fee', 'affiliate', 'net'] as const) {
      equal(
        parts.reduce((sum, one) => sum + one[part], 0),
        0,
      );
    }
  }
  if (!order.by) return;
  if (commission === 0) history.cases.add('refund that takes nothing of the commission');
  if (whole && order.refunds.length > 2) history.cases.add('all back in three parts or more');
  const { pending } = history.model.moneyOf(order.by.partner);
  if (pending < 0) history.cases.add('partner’s pending below zero');
}
