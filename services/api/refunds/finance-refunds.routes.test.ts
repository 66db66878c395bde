import { describe, expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import { newest } from '#events/testing/newest-events.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import {
  getRefundableOrder,
  type OrderToRefund,
  type PreviewedRefund,
  previewedRefund,
  previewRefund,
} from '#services/contract/refunds/calls.ts';
import { buyTickets, openEvent } from '../testing/event-tickets.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, savePlan, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';
import { shareAnswer } from './order-to-refund.ts';

const api = fixture(startTestApi);
const shop = fixture(() => openShop(api, [forSale('Red', 100), forSale('Blue', 100, { price: '5.00' })]));
const fan = fixture(() => api.user('Anna'));
const finance = fixture(() => api.staff('finance'));
const calls = fixture(() => orderCalls(api, fan));

/** Two red ones and a blue one: 25.00. */
async function paid(): Promise<string> {
  return calls.buy(unitsOf(shop, 2, 1));
}
async function seen(out_trade_no: string, as_of?: number): Promise<OrderToRefund> {
  const query = { out_trade_no, ...(as_of !== undefined && { as_of }) };
  return api.data(getRefundableOrder, query, finance);
}
const ask = (out_trade_no: string, body: object = {}) =>
  api.call(previewRefund, { out_trade_no, ...body }, finance);
async function preview(out_trade_no: string, body: object = {}): Promise<PreviewedRefund> {
  const { ec, data } = await ask(out_trade_no, body);
  expect([ec, previewedRefund.safeParse(data).error]).toEqual([200, undefined]);
  return data;
}
const refund = (out_trade_no: string, body: object) =>
  api.call(refundOrder, { out_trade_no, ...body }, finance);

describe('an order that finance refunds', () => {
  it('shows payment, refunded and remaining amounts, and each refund with its actor', async () => {
    const order = await paid();
    const before = await seen(order);
    expect(before).toMatchObject({
      total_amount: '25.00',
      shipping_fee: '0.00',
      refunded_amount: '0.00',
      refundable_amount: '25.00',
      status: 2,
      may_refund: true,
      refunds: [],
      fan: { name: 'Anna' },
    });
    const sku = [{ sku_id: shop.skus[0]!.sku_id, count: 1 }];
    await refund(order, { sku, reason: '少发一件' });
    await api.projected();
    const after = await seen(order);
    expect(after).toMatchObject({ refunded_amount: '10.00', refundable_amount: '15.00', may_refund: true });
    expect(after.sku_detail.map(({ count, refunded_count }) => [count, refunded_count])).toEqual([
      [2, 1],
      [1, 0],
    ]);
    expect(after.refunds).toMatchObject([
      {
        amount: '10.00',
        reason: '少发一件',
        by: 'finance',
        actor: `user:${finance.user_id}`,
        shares: { payment_fee: '0.10', service_fee: '0.50', affiliate: '0.00', net: '9.40' },
      },
    ]);
    const position = after.refunds[0]!.position;
    const events = (await calls.eventsOf(order)).filter(({ type }) => type === 'OrderRefunded');
    expect(events.map((event) => event.position)).toEqual([position]);
    // Of the past nothing is refunded.
    expect(await seen(order, position - 1)).toMatchObject({
      refunds: [],
      refundable_amount: '25.00',
      may_refund: false,
    });
  });

  it('an unpaid or unknown order is not refunded', async () => {
    const { data } = await calls.create(unitsOf(shop, 1));
    expect(await seen(data.out_trade_no)).toMatchObject({ refundable_amount: '0.00', may_refund: false });
    expect((await ask(data.out_trade_no)).ec).toBe(40902);
    const none = { out_trade_no: '2999' };
    expect((await api.call(getRefundableOrder, none, finance)).ec).toBe(40400);
    expect((await ask('2999')).ec).toBe(40400);
  });
});

describe('the preview of a refund', () => {
  it('shows each party’s share, adds up to the payment, and writes nothing', async () => {
    const order = await paid();
    const first = await preview(order, { amount: '0.33' });
    expect(first).toMatchObject({ whole: false, refunded_amount: '0.33', units: 0 });
    expect(await calls.typesOf(order)).toEqual(['OrderPlaced', 'OrderPaid']);
    await refund(order, { amount: '0.33', reason: 'a part' });
    const rest = await preview(order);
    expect(rest).toMatchObject({ amount: '24.67', refunded_amount: '25.00', whole: true, units: 3 });
    const fen = (yuan: string) => Math.round(Number(yuan) * 100);
    const both = (part: keyof PreviewedRefund['shares']) => fen(first.shares[part]) + fen(rest.shares[part]);
    // 1 % and 5 % of 25.00, each rounded half up.
    expect(both('payment_fee')).toBe(25);
    expect(both('service_fee')).toBe(125);
    expect(both('net')).toBe(2350);
    const { data } = await refund(order, { amount: rest.amount, reason: 'the rest' });
    expect(data.amount).toBe(rest.amount);
    const { refunds } = await seen(order);
    expect(refunds.map(({ shares }) => shares)).toEqual([first.shares, rest.shares]);
  });

  it.each([
    [{ amount: '25.01' }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ sku: [{ sku_id: 'nothing', count: 1 }] }, 'sku.0.count'],
    [{ ticket_ids: ['none'] }, 'ticket_ids.0'],
  ])('of %j is refused by field, as the refund would be', async (body, field) => {
    const { ec, data } = await ask(await paid(), body);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, field]);
  });

  it('of what is gone says so, and names no impossible range', async () => {
    const order = await paid();
    await refund(order, { reason: 'all of it' });
    const unit = { sku: [{ sku_id: shop.skus[0]!.sku_id, count: 1 }] };
    for (const [body, errors] of [
      [{ amount: '1.00' }, [{ field: 'amount', message: '没有可退的金额了' }]],
      [unit, [{ field: 'sku.0.count', message: '已没有剩余' }]],
    ] as const) {
      expect((await ask(order, body)).data.errors).toEqual(errors);
    }
  });

  it('a full refund removes the membership, a part keeps it', async () => {
    const { plan_id } = await savePlan(api, shop.creator, sponsorshipForm);
    const { data } = await calls.create({ plan_id, month: 1 });
    await calls.pay(data.out_trade_no, 30);
    expect(await preview(data.out_trade_no, { amount: '1.00' })).toMatchObject({ membership: false });
    expect(await preview(data.out_trade_no)).toMatchObject({ membership: true, whole: true });
  });

  it('names the tickets to be voided, and the units that can be refunded', async () => {
    const event = await openEvent(api, shop.creator);
    const bought = await buyTickets(api, event, fan, { count: 2 });
    const { tickets, ticket_count } = await seen(bought.out_trade_no);
    expect([tickets.length, ticket_count]).toEqual([2, 2]);
    const ticket_ids = [tickets[0]!.id];
    expect(await preview(bought.out_trade_no, { ticket_ids })).toMatchObject({ ticket_count: 1, units: 1 });
    await refund(bought.out_trade_no, { ticket_ids, reason: 'ill' });
    expect((await seen(bought.out_trade_no)).tickets.map(({ id }) => id)).toEqual([tickets[1]!.id]);
  });
});

it('includes the share of the partner of the order’s code', () => {
  const affiliate = {
    affiliate_id: 'a',
    partner_id: newest.OrderPlaced.user_id,
    code: 'C',
    rate_percent: 10,
  };
  const placed = { ...newest.OrderPlaced, total_amount: fenOf(10_000), affiliate };
  expect(shareAnswer(placed, fenOf(10_000), fenOf(0))).toEqual({
    payment_fee: '1.00',
    service_fee: '5.00',
    affiliate: '10.00',
    net: '84.00',
  });
  expect(shareAnswer(placed, fenOf(5_000), fenOf(5_000))).toMatchObject({ affiliate: '5.00', net: '42.00' });
});

it('is for finance only', async () => {
  const order = await paid();
  for (const [who, ec] of [
    [undefined, 40100],
    [fan, 40300],
    [shop.creator, 40300],
    [await api.staff('support'), 40300],
    [await api.staff('admin'), 40300],
  ] as const) {
    const query = { out_trade_no: order };
    expect((await api.call(getRefundableOrder, query, who)).ec).toBe(ec);
    expect((await api.call(previewRefund, query, who)).ec).toBe(ec);
  }
});
