import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { deletePlan, hidePlan } from '#services/contract/catalog/plan-changes.ts';
import { checkOrder, createOrder } from '#services/contract/orders/orders.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { sent } from '../testing/sent.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const shop = fixture(() => openShop(api, [forSale('Red', 100), forSale('Blue', '', { price: '2.50' })]));
const fan = fixture(() => api.user('李雷'));
const stranger = fixture(() => api.user());
const calls = fixture(() => orderCalls(api, fan));

const red = (count: unknown = 1) => ({ sku_id: shop.skus[0]!.sku_id, count });
const wanted = (more: object = {}) => ({
  plan_id: shop.plan.plan_id,
  product_type: 1,
  sku: [red(2)],
  ...more,
});

describe('an idempotency key', () => {
  it('in header or body names one order', async () => {
    const first = await calls.create(wanted(), fan, 'key-1');
    const again = await calls.create(wanted(), fan, 'key-1');
    expect(again.data).toEqual(first.data);
    const byBody = await calls.create(wanted({ client_order_key: 'key-1' }));
    expect(byBody.data.out_trade_no).toBe(first.data.out_trade_no);
    expect(await calls.typesOf(first.data.out_trade_no)).toEqual(['OrderPlaced']);
  });

  it('with another body is refused; of another user is another order', async () => {
    const first = await calls.create(wanted(), fan, 'key-2');
    for (const other of [{ sku: [red(3)] }, { remark: 'x' }, { custom_order_id: 'B' }, { py_type: 'wpy' }]) {
      expect((await calls.create(wanted(other), fan, 'key-2')).ec).toBe(40901);
    }
    const stranger_order = await calls.create(wanted(), stranger, 'key-2');
    expect(stranger_order.ec).toBe(200);
    expect(stranger_order.data.out_trade_no).not.toBe(first.data.out_trade_no);
  });

  it('repeated after payment or cancellation it answers the state, and charges nothing', async () => {
    const paid = await calls.create(wanted(), fan, 'key-3');
    await calls.pay(paid.data.out_trade_no, 20);
    expect((await calls.create(wanted(), fan, 'key-3')).data).toMatchObject({ status: 2, pay: { url: '' } });
    const placed = await calls.create(wanted(), fan, 'key-4');
    await calls.cancel(placed.data.out_trade_no);
    expect((await calls.create(wanted(), fan, 'key-4')).data).toMatchObject({ status: 3, pay: { url: '' } });
  });

  it('repeated at another server creates the charge that a crash prevented', async () => {
    const { data } = await calls.create(wanted(), fan, 'key-5');
    const { pool } = api.deps;
    await pool.query('DELETE FROM sandbox.charges WHERE charge_id = $1', [data.pay.charge_id]);
    const { app } = await api.another();
    const again = await sent(app, {
      method: 'POST',
      url: '/api/order/create-order',
      headers: { authorization: `Bearer ${fan.token}`, 'idempotency-key': 'key-5' },
      payload: wanted(),
    });
    // The first answer holds through all that was written with the order, the second through the order.
    expect(again.data).toEqual({ ...data, position: expect.any(Number) });
    const charges = await pool.query('SELECT FROM sandbox.charges WHERE charge_id = $1', [
      data.pay.charge_id,
    ]);
    expect(charges.rowCount).toBe(1);
  });

  it('is bounded', async () => {
    for (const key of ['', 'x'.repeat(101)]) {
      expect((await calls.create(wanted(), fan, key)).ec).toBe(40000);
      expect((await calls.create(wanted({ client_order_key: key }))).ec).toBe(40000);
    }
  });
});

describe('bad input is refused by field, and nothing is written', () => {
  const unknown = 'ffffffffffffffffffffffffffffffff';
  it.each([
    ['sku.0.count', () => ({ sku: [red(-1)] })],
    ['sku.0.count', () => ({ sku: [red(0)] })],
    ['sku.0.count', () => ({ sku: [red(1.5)] })],
    ['sku.0.count', () => ({ sku: [red(10_001)] })],
    ['sku.0.count', () => ({ sku: [red(1e300)] })],
    ['sku.0.count', () => ({ sku: [red('2')] })],
    ['sku.0.count', () => ({ sku: [red(null)] })],
    ['sku.1.count', () => ({ sku: [red(9999), red(9999)] })],
    ['sku', () => ({ sku: [] })],
    ['sku', () => ({ sku: 'not json' })],
    ['sku', () => ({ sku: { sku_id: 'x' } })],
    ['sku', () => ({ sku: Array.from({ length: 300 }, () => red(1)) })],
    ['sku.0.sku_id', () => ({ sku: [{ sku_id: unknown, count: 1 }] })],
    ['sku.0.sku_id', () => ({ sku: [{ sku_id: "'; DROP TABLE log.events; --", count: 1 }] })],
    ['plan_id', () => ({ plan_id: undefined })],
    ['plan_id', () => ({ plan_id: 'x'.repeat(65) })],
    ['product_type', () => ({ product_type: 0 })],
    ['month', () => ({ month: 0 })],
    ['month', () => ({ month: 37 })],
    ['month', () => ({ month: -1 })],
    ['month', () => ({ month: 1.5 })],
    ['remark', () => ({ remark: 'x'.repeat(501) })],
    ['remark', () => ({ remark: 'a\u0000b' })],
    ['remark', () => ({ remark: '\ud800' })],
    ['custom_order_id', () => ({ custom_order_id: 'x'.repeat(81) })],
    ['py_type', () => ({ py_type: 'gold' })],
    ['total_amount', () => ({ total_amount: '20.001' })],
    ['total_amount', () => ({ total_amount: '-20.00' })],
  ])('%s (%#)', async (field, change) => {
    const before = await api.deps.log.head();
    const { ec, data } = await calls.create(wanted(change()));
    expect(ec).toBe(40000);
    expect(data.errors?.map((error) => error.field)).toContain(field);
    expect(await api.deps.log.head()).toBe(before);
  });

  it('plans that are unknown, deleted, hidden or one’s own; SKUs of another plan', async () => {
    const other = await openShop(api, [forSale('Green', 5)]);
    const { plan_id } = other.plan;
    const line = [{ sku_id: other.skus[0]!.sku_id, count: 1 }];
    const before = await api.deps.log.head();
    expect((await calls.create(wanted({ plan_id: unknown }))).ec).toBe(40400);
    expect((await calls.create(wanted({ sku: line }))).data.errors?.map(({ field }) => field)).toEqual([
      'sku.0.sku_id',
    ]);
    expect((await calls.create({ plan_id, sku: line }, other.creator)).ec).toBe(40300);
    expect(await api.deps.log.head()).toBe(before);
    await api.call(hidePlan, { plan_id }, other.creator);
    expect((await calls.create({ plan_id, sku: line })).data.errors?.map(({ field }) => field)).toEqual([
      'plan_id',
    ]);
    await api.call(deletePlan, { plan_id }, other.creator);
    expect((await calls.create({ plan_id, sku: line })).ec).toBe(41005);
  });

  it('more than there is, and more than the limit lets one buy', async () => {
    const limited = await openShop(
      api,
      [forSale('Red', 3, { product_purchase_limit: { purchase_limit_count: 2, purchase_limit_days: -1 } })],
      { purchase_limit_type: 1 },
    );
    const order = (count: number) => unitsOf(limited, count);
    const tooMany = await calls.create(order(4));
    expect([tooMany.ec, tooMany.em]).toEqual([41001, '库存不足']);
    const past = await calls.create(order(3));
    expect([past.ec, past.em]).toEqual([41002, '已达到可购买上限']);
    expect((await calls.create(order(2))).ec).toBe(200);
    expect((await calls.create(order(1))).ec).toBe(41002);
    expect((await calls.create(order(1), stranger)).ec).toBe(200);
    expect((await calls.create(order(1), stranger)).ec).toBe(41001);
  });

  it('a guest must sign in first', async () => {
    expect((await api.call(createOrder, wanted())).ec).toBe(40100);
    expect((await api.call(checkOrder, { out_trade_no: '1' })).ec).toBe(40400);
  });
});
