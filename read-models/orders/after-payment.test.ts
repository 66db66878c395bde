import { beforeAll, expect, it } from 'vitest';
import { asOutTradeNo, asPlanId, asSkuId, asUserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { membershipStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { newest } from '#events/testing/newest-events.ts';
import { sampleEvent } from '#events/testing/sample-event.ts';
import { readModelDatabase } from '../testing/database.ts';
import { orderEvents, refunded } from '../testing/order-events.ts';
import { type CreatorOrdersFilter, creatorOrders } from './creator-orders.ts';
import { fanOrders } from './fan-orders.ts';
import { boughtSku, boughtSkus } from './purchases.ts';
import { creatorOrdersAfter, type OrderPlace, searchCreatorOrders } from './search-orders.ts';
import { moneyMoves, spendingMonths } from './spending.ts';
import { spentBy } from './staff/spenders.ts';

const database = fixture(readModelDatabase);

const creator_id = asUserId('ac1');
const user_id = asUserId('au1');
const cart_order_no = `c${'7'.repeat(26)}` as NonNullable<OrderPlacedData['cart_order_no']>;
const whole = { limit: 100, offset: 0 };
/** 2026-05-31 23:30 in Shanghai: the next events fall into June. */
const START = Date.parse('2026-05-31T15:30:00Z');

const line = (sku: string, price: number, count: number) => ({
  sku_id: asSkuId(sku),
  name: `${sku} “name”`,
  price: fenOf(price),
  count,
  of_plan: null,
});

const orders = orderEvents(database, creator_id, START, 1_200_000);
const placed = (change: Partial<OrderPlacedData>) =>
  sampleEvent('OrderPlaced', { creator_id, user_id, plan_id: asPlanId('ap1'), product_type: 1, ...change });
const paid = sampleEvent('OrderPaid');
const refund = (refund_id: string, amount: number, before: number, units: Record<string, number> = {}) =>
  refunded(amount, units, { refund_id, refunded_before: fenOf(before), reason: 'faded' });
const sent = (refund_id: string) => sampleEvent('RefundSent', { refund_id });

const numbers = async (filter: Partial<CreatorOrdersFilter>) => {
  const page = await creatorOrders(database.pool, { creator_id, ...filter, ...whole });
  expect(page.total_count).toBe(page.list.length);
  const rest: string[] = [];
  let place: OrderPlace | undefined;
  for (;;) {
    const { rows } = await creatorOrdersAfter(
      database.pool,
      undefined,
      { creator_id, ...filter, limit: 2 },
      place,
    );
    rest.push(...rows.map(({ out_trade_no }) => out_trade_no));
    place = rows.at(-1);
    if (rows.length < 2) break;
  }
  // Read piece by piece, they are the same.
  expect(rest).toEqual(page.list.map(({ out_trade_no }) => out_trade_no));
  return rest.toSorted();
};
const one = async (number: string) => {
  const found = await searchCreatorOrders(database.pool, { number }, { creator_id, ...whole });
  return found.list.find(({ out_trade_no }) => out_trade_no === number);
};

beforeAll(async () => {
  const scarves = {
    lines: [line('red', 1000, 2), line('blue', 500, 1)],
    total_amount: fenOf(2500),
    show_amount: fenOf(2500),
  };
  await orders.happened('order-none', [placed(scarves), paid]);
  await orders.happened('order-part', [
    placed({ ...scarves, cart_order_no, py_type: 'wpy' }),
    paid,
    refund('r1', 500, 0, { blue: 1 }),
    sent('r1'),
    refund('r2', 100, 500),
  ]);
  await orders.happened('order-full', [
    placed({ ...scarves, cart_order_no, product_type: 4, plan_id: asPlanId('ap2') }),
    paid,
    refund('r1', 1000, 0, { red: 1 }),
    refund('r2', 1500, 1000, { red: 1, blue: 1 }),
    sent('r2'),
    sent('r1'),
  ]);
  await orders.happened('order-open', [placed({ ...scarves, plan_id: asPlanId(''), product_type: 0 })]);
  const redeem = { code_id: 'code', redeem_id: 'public' };
  const free = { py_type: '3', redeem, total_amount: fenOf(0), bundle_count: 2, product_type: 2 as const };
  await orders.happened('order-free', [placed({ ...scarves, ...free }), paid, refund('r1', 0, 0)]);
});

it('shows every refund with its units, whether it was sent, and the resulting state of the order', async () => {
  expect(await one('order-part')).toMatchObject({
    refunded: 600,
    refund_state: 1,
    py_type: 'wpy',
    cart_order_no,
    refunds: [
      { refund_id: 'r1', amount: 500, units: [{ sku_id: 'blue', count: 1 }], reason: 'faded' },
      { refund_id: 'r2', amount: 100, units: [], sent_time: null, decided_by: 'creator' },
    ],
  });
  const full = await one('order-full');
  expect(full).toMatchObject({ refund_state: 2, refunded: 2500 });
  expect(full?.refunds.map(({ sent_time }) => typeof sent_time)).toEqual(['number', 'number']);
  expect(await one('order-none')).toMatchObject({ refund_state: 0, refunds: [] });
  expect(await one('order-free')).toMatchObject({
    refund_state: 2,
    redeem_id: 'public',
    bundle_count: 2,
    py_type: '3',
  });
});

it('counts and finds by refund, by product type and by both', async () => {
  expect(await numbers({ refund_state: 0 })).toEqual(['order-none']);
  expect(await numbers({ refund_state: 1 })).toEqual(['order-part']);
  expect(await numbers({ refund_state: 2 })).toEqual(['order-free', 'order-full']);
  expect(await numbers({ refund_state: 2, status: 2, product_type: 4 })).toEqual(['order-full']);
  expect(await numbers({ refund_state: 1, status: 1 })).toEqual([]);
  expect(await numbers({ product_type: 1 })).toEqual(['order-none', 'order-part']);
  expect(await numbers({ product_type: 0 })).toEqual(['order-open']);
  expect(await numbers({ plan_id: 'ap2', refund_state: 2 })).toEqual(['order-full']);
  const own = await fanOrders(database.pool, { user_id, refund_state: 1, ...whole });
  expect(own).toMatchObject({ total_count: 1, list: [{ out_trade_no: 'order-part' }] });
});

it("finds orders paid together by the cart's number", async () => {
  const found = await searchCreatorOrders(database.pool, { number: cart_order_no }, { creator_id, ...whole });
  expect(found.list.map(({ out_trade_no }) => out_trade_no)).toEqual(['order-full', 'order-part']);
  const narrow = { creator_id, refund_state: 1 as const };
  const part = await searchCreatorOrders(database.pool, { number: cart_order_no }, { ...narrow, ...whole });
  expect(part.total_count).toBe(1);
});

it('lists the units of each model that a fan still has', async () => {
  const bought = await boughtSkus(database.pool, { user_id, ...whole });
  const had = bought.list.map(({ sku_id, count, orders }) => [sku_id, count, orders]);
  expect(had.toSorted()).toEqual([
    ['blue', 1, ['order-none']],
    ['red', 4, ['order-part', 'order-none']],
  ]);
  expect((await boughtSku(database.pool, { user_id, sku_id: 'red' })).rows[0]).toMatchObject({
    count: 4,
    plan_id: 'ap1',
  });
  expect((await boughtSku(database.pool, { user_id, sku_id: 'green' })).rows).toEqual([]);
  expect((await boughtSku(database.pool, { user_id: 'nobody', sku_id: 'red' })).rows).toEqual([]);
  expect((await boughtSkus(database.pool, { user_id, types: [4], ...whole })).total_count).toBe(0);
});

it('adds up what a fan paid and got back, month by month of the business calendar', async () => {
  const months = (await spendingMonths(database.pool, { user_id })).rows;
  expect(months).toEqual([{ month: '2026-06', orders: 3, paid: 7500, refunded: 3100 }]);
  const june = await moneyMoves(database.pool, { user_id, month: '2026-06', limit: 3, offset: 0 });
  expect(june.total_count).toBe(7);
  expect(june.list[0]).toMatchObject({ kind: 'refund', amount: 1500, out_trade_no: 'order-full' });
  expect((await moneyMoves(database.pool, { user_id, month: '2026-05', ...whole })).total_count).toBe(0);
});

it('follows the membership that an order gave', async () => {
  const stream = membershipStream(creator_id, user_id);
  const grant = { ...newest.MembershipStarted, creator_id, user_id };
  const months = { product_type: 0 as const, lines: [], month: 1 };
  await orders.happened('month-1', [placed(months), paid]);
  await orders.happened(
    'month-1',
    [{ type: 'MembershipStarted', data: { ...grant, from: 1000, until: 5000 } }],
    stream,
  );
  await orders.happened('month-2', [placed(months), paid]);
  await orders.happened(
    'month-2',
    [{ type: 'MembershipExtended', data: { ...grant, from: 5000, until: null } }],
    stream,
  );
  expect(await one('month-1')).toMatchObject({ member_from: 1, member_until: 5, member_back_time: null });
  expect(await one('month-2')).toMatchObject({ member_from: 5, member_until: null });
  const moved = [{ out_trade_no: asOutTradeNo('month-2'), from: 2000, until: 6000 }];
  const revoked = { ...newest.MembershipRevoked, creator_id, user_id, moved };
  await orders.happened('month-1', [{ type: 'MembershipRevoked', data: revoked }], stream);
  expect(await one('month-1')).toMatchObject({ member_back_time: Math.floor(orders.now / 1000) });
  expect(await one('month-2')).toMatchObject({ member_from: 2, member_until: 6 });
  // A membership event without an order is skipped.
  await orders.happened('elsewhere', [{ type: 'MembershipStarted', data: grant }], stream);
});

it('has no counts of a fan whose only order is refunded and in another account', async () => {
  const left = asUserId('au2');
  await orders.happened('order-left', [
    placed({ user_id: left, lines: [line('red', 1000, 1)], total_amount: fenOf(1000) }),
    paid,
    refund('r1', 1000, 0),
    sampleEvent('OrderHandedOver', { from: left, to: user_id }),
  ]);
  expect((await spentBy(database.pool, { users: [left] })).rows).toEqual([]);
  const buyers = await database.pool.query('SELECT FROM rm.order_buyers WHERE user_id = $1', [left]);
  expect(buyers.rowCount).toBe(0);
});

it('after a rebuild has exactly the live rows', () =>
  database.rebuildsEqual(
    database.projections.filter(({ name }) => name === 'orders'),
    { batch: 5 },
  ));
