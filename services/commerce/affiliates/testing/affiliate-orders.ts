import { equal } from 'node:assert/strict';
import { expect } from 'vitest';
import { affiliateIdOf, type OutTradeNo, type PlanId, type SkuId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { PlaceOrder } from '../../orders/place-order.ts';
import { pick } from '../../testing/history.ts';
import { cancellation, numbered, order, payment, refund as refundOf } from '../../testing/orders.ts';
import {
  type AffiliateShops,
  BUYERS,
  CODES,
  type Draw,
  NO_CODE,
  PLANS,
  SELLERS,
  TYPED,
} from './affiliate-shops.ts';
import { PlainCommissions, type PlainOrder } from './plain-commissions.ts';

/** A fan orders a plan or gives a custom amount, with a code in any spelling. */
export function place(shops: AffiliateShops, { who, what: which, much }: Draw): void {
  const [seller, user_id] = [pick(SELLERS, which), pick(BUYERS, who)];
  const opened = [...shops.model.codes.values()].filter(({ creator }) => creator === seller);
  const texts = [...opened, ...opened].map(({ text }) => text);
  const typed = pick(TYPED, much)(pick([...texts, pick(CODES, much), NO_CODE], who + much));
  const [plan, price] = pick([...Object.entries(PLANS[seller] ?? {}), ['', 0] as const], which + much);
  const count = 1 + (much % 3);
  const number = numbered(shops.model.orders.length + 1);
  const wish: Partial<PlaceOrder> =
    plan === ''
      ? { custom: { creator_id: seller, amount: fenOf(500 + much) }, plan_id: '' as PlanId, lines: [] }
      : { plan_id: plan as PlanId, lines: [{ sku_id: `sku-${plan}` as SkuId, count }] };
  const placed = shops.decideTwice(order({ out_trade_no: number, user_id, affiliate_code: typed, ...wish }));
  equal(placed.accepted, seller !== user_id);
  if (!placed.accepted) return;
  const carried = shops.model.carried(seller, typed, plan, user_id);
  const by = typeof carried === 'string' ? null : carried;
  shops.seen.add(typeof carried === 'string' ? carried : plan === '' ? 'custom amount' : 'carried');
  const total = plan === '' ? 500 + much : price * count;
  const plain: PlainOrder = { number, creator: seller, total, by, phase: 'pending', refunds: [] };
  shops.model.orders.push(plain);
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
function orderAt(shops: AffiliateShops, n: number): PlainOrder | undefined {
  return shops.model.orders.length === 0
    ? undefined
    : pick(shops.model.orders.toReversed().slice(0, AT_HAND), n);
}

/** Includes expired orders, which revive. */
export function pay(shops: AffiliateShops, { what: which }: Draw): void {
  const order = orderAt(shops, which);
  if (!order || order.phase === 'paid') return;
  if (order.phase === 'cancelled') shops.seen.add(order.by ? 'revived with its code' : 'revived');
  if (order.by) {
    const code = shops.model.codeOf(order.creator, order.by.text);
    if (code?.closed || !code?.active) shops.seen.add('paid when its code no longer counts');
    else if (code.rate !== order.by.rate) shops.seen.add('paid at the rate before');
  }
  const out_trade_no = order.number as OutTradeNo;
  const paid = shops.decideTwice(payment(order.total, out_trade_no));
  equal(paid.accepted && paid.result.status, 2);
  shops.model.pay(order);
  const { net, commission } = PlainCommissions.parts(order, 0);
  expect(shops.books.parts.get(order.number)).toMatchObject([
    { amount: order.total, affiliate: commission, net },
  ]);
  // Of the rest after fees, never more.
  expect([net >= 0, commission >= 0]).toEqual([true, true]);
  if (order.by && commission === 0) shops.seen.add('commission of nothing');
  if (order.by && net === 0) shops.seen.add('nothing left for the seller');
}

export function cancel(shops: AffiliateShops, { what: which }: Draw): void {
  const order = orderAt(shops, which);
  if (order?.phase !== 'pending') return;
  const command = cancellation(order.number as OutTradeNo, order.creator as UserId);
  equal(shops.decideTwice(command).accepted, true);
  order.phase = 'cancelled';
}

/** All that is left, or a part of it; now and then more than that. */
export function refund(shops: AffiliateShops, { what: which, much }: Draw): void {
  // Often one of which a part went back already: few orders would have three parts otherwise.
  const begun = shops.model.orders.filter(({ total, refunds }) => {
    return refunds.length > 0 && refunds.reduce((sum, one) => sum + one, 0) < total;
  });
  const order = which % 2 === 0 && begun.length > 0 ? pick(begun, which) : orderAt(shops, which);
  if (!order) return;
  const left = order.total - order.refunds.reduce((sum, one) => sum + one, 0);
  const amount = pick([left, 1 + (much % Math.max(left, 1)), 1 + (much % 3), left + 1], much);
  const refund_id = `${order.number}-r${order.refunds.length}`;
  const by = { kind: 'creator', user_id: order.creator as UserId } as const;
  const head = shops.memory.log.length;
  const refunded = shops.decideTwice(
    refundOf({ out_trade_no: order.number as OutTradeNo, refund_id, by, amount }),
  );
  equal(refunded.accepted, order.phase === 'paid' && amount >= 1 && amount <= left);
  if (!refunded.accepted) return;
  const { net, commission } = shops.model.refund(order, amount);
  const charged = shops.memory.log
    .slice(head)
    .flatMap(({ event }) => (event.type === 'RefundCharged' ? [[event.data.user_id, event.data.net]] : []));
  const partner = order.by && commission > 0 ? [[order.by.partner, commission]] : [];
  expect(charged).toEqual([[order.creator, net], ...partner]);
  lookAtRefund(shops, order, commission, amount === left);
}

function lookAtRefund(shops: AffiliateShops, order: PlainOrder, commission: number, whole: boolean): void {
  const parts = shops.books.parts.get(order.number) ?? [];
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
  if (commission === 0) shops.seen.add('refund that takes nothing of the commission');
  if (whole && order.refunds.length > 2) shops.seen.add('all back in three parts or more');
  const { pending } = shops.model.moneyOf(order.by.partner);
  if (pending < 0) shops.seen.add('partner’s pending below zero');
}
