import { describe, expect, it } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import {
  refundOrder,
  setRemarkChanges,
  updateCreatorRemark,
  updateOrderRemark,
} from '#services/contract/orders/after-payment.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certify } from '../testing/replying.ts';
import { cartCalls, granted, vaultRows } from '../testing/sample-shop.ts';
import { forSale, openShop, type TestShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const shop = fixture(() => openShop(api, [forSale('Red', 100), forSale('Blue', 100, { price: '5.00' })]));
const fan = fixture(() => api.user('Anna'));
const finance = fixture(() => api.staff('finance'));
const calls = fixture(() => orderCalls(api, fan));

/** Two red ones and a blue one: 25.00. */
async function paid(remark = ''): Promise<string> {
  return calls.buy({ ...unitsOf(shop, 2, 1), remark });
}
const refund = (out_trade_no: string, body: object = {}, as = shop.creator, key?: string) =>
  api.call(refundOrder, { out_trade_no, ...body }, as, key === undefined ? {} : { 'idempotency-key': key });

describe('a refund', () => {
  it('of everything gives the money and the units back, once per key', async () => {
    const order = await paid();
    const { ec, data } = await refund(order, { reason: '缺货' }, shop.creator, 'k1');
    expect(ec).toBe(200);
    expect(data).toMatchObject({ amount: '25.00', refunded_amount: '25.00' });
    const again = await refund(order, { reason: '缺货' }, shop.creator, 'k1');
    expect(again.data).toMatchObject({ amount: '25.00' });
    for (const other of [{}, { amount: '24.00', reason: '缺货' }])
      expect((await refund(order, other, shop.creator, 'k1')).ec).toBe(40901);
    expect((await refund(order, {}, shop.creator, 'k2')).ec).toBe(40000);
    const types = await calls.typesOf(order);
    expect(types.filter((type) => type === 'OrderRefunded')).toHaveLength(1);
    const check = await calls.check(order);
    expect(check.data.refunded_amount).toBe('25.00');
  });

  it('a refund of one line costs its price; the rest can follow, but no more', async () => {
    const order = await paid();
    const sku = [{ sku_id: shop.skus[1]!.sku_id, count: 1 }];
    expect((await refund(order, { sku })).data).toMatchObject({ amount: '5.00' });
    expect((await refund(order, { sku })).data.errors).toMatchObject([{ field: 'sku.0.count' }]);
    expect((await refund(order, { amount: '20.01' })).data.errors).toMatchObject([{ field: 'amount' }]);
    expect((await refund(order, { amount: '20.00' })).data).toMatchObject({ refunded_amount: '25.00' });
  });

  it('only the order’s creator or finance can refund', async () => {
    const order = await paid();
    const other = await api.creator('Else');
    expect((await refund(order, {}, other)).ec).toBe(40400);
    expect((await refund(order, {}, fan)).ec).toBe(40300);
    for (const reason of ['', ' ']) {
      const { ec, data } = await refund(order, { amount: '1.00', reason }, finance);
      expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'reason']);
    }
    const input = { amount: '1.00', reason: 'the parcel never came' };
    expect((await refund(order, input, finance)).data).toMatchObject({ amount: '1.00' });
    const [event] = (await calls.eventsOf(order)).filter(({ type }) => type === 'OrderRefunded');
    expect(event).toMatchObject({
      data: { by: 'finance', reason: 'the parcel never came' },
      metadata: { actor: `user:${finance.user_id}` },
    });
  });

  it.each([
    [{ amount: '-1.00' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ sku: [{ sku_id: 'nothing', count: 1 }] }, 'sku.0.count'],
    [{ sku: [{ sku_id: 'x', count: 0 }] }, 'sku.0.count'],
    [{ ticket_ids: ['none'] }, 'ticket_ids.0'],
    [{ reason: 'x'.repeat(201) }, 'reason'],
  ])('with %j is refused by field, and nothing is written', async (body, field) => {
    const order = await paid();
    const { ec, data } = await refund(order, body);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, field]);
    expect(await calls.typesOf(order)).toEqual(['OrderPlaced', 'OrderPaid']);
  });

  it('an unpaid order is refused', async () => {
    const { data } = await calls.create(unitsOf(shop, 1));
    expect((await refund(data.out_trade_no)).ec).toBe(40902);
    expect((await refund('2999')).ec).toBe(40400);
  });
});

type Change = typeof updateOrderRemark | typeof updateCreatorRemark;
describe('remarks', () => {
  const change = (call: Change, out_trade_no: string, remark: string, as: TestUser) =>
    api.call(call, { out_trade_no, remark }, as);

  const allowChanges = async (creator: TestUser) => {
    await certify(api, creator);
    await api.data(setRemarkChanges, { status: 1 }, creator);
  };

  it('stay as they are where the creator does not allow changes, or lost the certification', async () => {
    const seller = await openShop(api, [forSale('Hat', '')]);
    const { creator } = seller;
    const allow = (status: unknown) => api.send(setRemarkChanges, { status }, creator);
    const mayChange = async () => (await api.data(getOrder, { out_trade_no: order }, fan)).may.change_remark;
    const order = await calls.buy({ ...unitsOf(seller, 1), remark: 'to Anna' });
    const rows = await vaultRows(api, fan);
    expect(await mayChange()).toBe(false);
    expect((await change(updateOrderRemark, order, 'to Bea', fan)).ec).toBe(40902);
    expect((await allow(1)).data.errors).toMatchObject([{ field: 'status' }]);
    expect((await allow('maybe')).ec).toBe(40000);
    expect((await api.send(setRemarkChanges, { status: 1 }, fan)).ec).toBe(40300);

    await allowChanges(creator);
    expect((await api.data(getMyProfile, {}, creator)).creator?.can_change_remark).toBe(true);
    expect(await mayChange()).toBe(true);
    await api.deps.accounts.certifications.decide(creator.user_id, CERTIFICATION_STATUS.rejected);
    // Other processes hear of it.
    await expect.poll(mayChange).toBe(false);
    const refused = await change(updateOrderRemark, order, 'to Bea', fan);
    expect(refused).toMatchObject({ ec: 40902, em: '该创作者未开放修改备注' });
    expect(await vaultRows(api, fan)).toBe(rows);
    expect((await allow(0)).data).toMatchObject({ can_change_remark: false });
  });

  it('of the fan are changed once, and read back', async () => {
    await allowChanges(shop.creator);
    const order = await paid('to Anna');
    const first = await change(updateOrderRemark, order, ' to Bea ', fan);
    expect(first.data).toMatchObject({ remark: 'to Bea', remark_updated_times: 1 });
    expect((await change(updateOrderRemark, order, 'to Bea', fan)).ec).toBe(200);
    expect((await change(updateOrderRemark, order, 'to Cleo', fan)).ec).toBe(40902);
    expect((await calls.check(order)).data.remark).toBe('to Bea');
  });

  it('of a cart order are changed for all of its orders or for none', async () => {
    const other = await openShop(api, [forSale('Hat', '')]);
    for (const { creator } of [shop, other]) await allowChanges(creator);
    const cart = cartCalls(api, fan);
    const one = ({ plan, skus }: TestShop) => unitsOf({ plan, skus }, 1);
    const entries = [];
    for (const each of [shop, other]) entries.push((await granted(cart.add(one(each)))).cart_id);
    const named = entries.map((cart_id) => ({ cart_id, remark: 'to Anna' }));
    const { cart_order_no, orders, total_amount } = await granted(cart.order({ entries: named }));
    const numbers = orders.map(({ out_trade_no }) => out_trade_no);
    const set = (body: object, as = fan, call: Change = updateOrderRemark) => api.send(call, body, as);
    expect((await set({ cart_order_no, remark: 'too early' })).ec).toBe(40902);
    await cart.pay(cart_order_no, Number(total_amount));

    expect((await set({ cart_order_no, out_trade_no: numbers[0], remark: 'both' })).ec).toBe(40000);
    expect((await set({ cart_order_no, remark: 'x' }, await api.user())).ec).toBe(40400);
    const changed = await set({ cart_order_no, remark: 'to Bea' });
    expect(changed.data).toMatchObject({
      out_trade_nos: numbers,
      out_trade_no: '',
      remark: 'to Bea',
      remark_updated_times: 1,
    });
    for (const number of numbers) expect((await calls.check(number)).data.remark).toBe('to Bea');
    const rows = await vaultRows(api, fan);
    expect((await set({ cart_order_no, remark: 'to Bea' })).ec).toBe(200);
    expect((await set({ cart_order_no, remark: 'to Cleo' })).ec).toBe(40902);
    expect(await vaultRows(api, fan)).toBe(rows);

    // The creator's note belongs to that creator's order only.
    const note = await set({ cart_order_no, remark: 'regular' }, other.creator, updateCreatorRemark);
    expect(note.data.out_trade_nos).toEqual([numbers[1]]);
  });

  it('only the creator can write notes; their text is in no event', async () => {
    const order = await paid();
    expect((await change(updateCreatorRemark, order, 'VIP 常客', shop.creator)).ec).toBe(200);
    expect((await change(updateCreatorRemark, order, 'mine', fan)).ec).toBe(40300);
    const other = await api.creator('Other');
    expect((await change(updateCreatorRemark, order, 'mine', other)).ec).toBe(40400);
    const events = await api.deps.log.readStream(orderStream(asOutTradeNo(order)));
    expect(JSON.stringify(events)).not.toContain('常客');
  });
});
