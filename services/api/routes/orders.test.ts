import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { asOutTradeNo, asSkuId, chargeIdOf } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { OrderPlacedData } from '#events/order.ts';
import { orderStream, stockStream } from '#events/stream-names.ts';
import { cancelOrder } from '#services/commerce/cancel-order.ts';
import { payOrder } from '#services/commerce/pay-order.ts';
import { checkedOrder, placedOrder, price } from '../contract/orders.ts';
import { forSale, openShop, savePlan, sponsorshipForm, type TestShop } from '../testing/shop.ts';
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts';

let api: TestApi;
let shop: TestShop;
let fan: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  shop = await openShop(api, [forSale('Red', 100), forSale('Blue', '', { price: '2.50' })]);
  fan = await api.user('李雷');
  stranger = await api.user();
});
afterAll(() => api?.close());

type Placed = z.output<typeof placedOrder> & { errors?: { field: string }[]; total_amount?: string };
type Checked = z.output<typeof checkedOrder>;

const red = (count: unknown = 1) => ({ sku_id: shop.skus[0]!.sku_id, count });
const blue = (count = 1) => ({ sku_id: shop.skus[1]!.sku_id, count });
const wanted = (more: object = {}) => ({
  plan_id: shop.plan.plan_id,
  product_type: 1,
  sku: [red(2)],
  ...more,
});
const create = (body: object, as = fan, key?: string) =>
  api.post<Placed>('/api/order/create-order', body, as, key === undefined ? {} : { 'idempotency-key': key });
const check = (out_trade_no: string, as = fan) => api.get<Checked>('/api/order/check', as, { out_trade_no });
const cancel = (out_trade_no: string, as = fan) =>
  api.post<{ status: number }>('/api/order/cancel-order', { out_trade_no }, as);
const eventsOf = (out_trade_no: string) => api.deps.log.readStream(orderStream(asOutTradeNo(out_trade_no)));
const typesOf = async (out_trade_no: string) => (await eventsOf(out_trade_no)).map(({ type }) => type);

async function pay(out_trade_no: string, yuan: number, attempt = 1) {
  const order = asOutTradeNo(out_trade_no);
  const news = {
    out_trade_no: order,
    charge_id: chargeIdOf(order, attempt),
    amount: fenOf(yuan * 100),
    provider: 'sandbox',
  };
  return api.deps.committer.submit(payOrder(news));
}

describe('what it would cost', () => {
  const prepare = (body: object) => api.post<z.output<typeof price>>('/api/order/prepare', body);

  it('is worked out line by line, also for a guest', async () => {
    const { ec, data } = await prepare(wanted({ sku: [red(2), blue(3)] }));
    expect(ec).toBe(200);
    expect(price.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      show_amount: '27.50',
      discount: '0.00',
      total_amount: '27.50',
      shipping_fee: '0.00',
    });
    expect(data.lines.map(({ name, count, amount }) => [name, count, amount])).toEqual([
      ['Red', 2, '20.00'],
      ['Blue', 3, '7.50'],
    ]);
  });

  it('takes SKUs as the JSON text that checkout links carry', async () => {
    const { data } = await prepare(wanted({ sku: JSON.stringify([red(2)]) }));
    expect(data.total_amount).toBe('20.00');
  });

  it('gives the multi-month discount when its creator does', async () => {
    const creator = await api.creator();
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    await api.post('/api/creator/set-discount-option', { status: 1 }, creator);
    const { data } = await prepare({ plan_id, month: 12 });
    expect(data).toMatchObject({
      show_amount: '360.00',
      discount: '36.00',
      discount_percent: 10,
      total_amount: '324.00',
      per_month: '27.00',
      month: 12,
      is_upgrade: 0,
    });
    const placed = await create({ plan_id, month: '12', total_amount: data.total_amount });
    expect(placed.data.total_amount).toBe('324.00');
  });

  it('refuses what create-order would, and writes nothing', async () => {
    const before = await api.deps.log.head();
    expect((await prepare(wanted({ sku: [red(0)] }))).ec).toBe(40000);
    expect((await prepare({})).ec).toBe(40000);
    expect((await prepare({ plan_id: 'ffffffffffffffffffffffffffffffff' })).ec).toBe(40400);
    expect(await api.deps.log.head()).toBe(before);
  });
});

describe('placing an order', () => {
  it('answers with where to pay; check shows it at once', async () => {
    const { ec, data } = await create(wanted({ remark: '请送到门口', custom_order_id: 'A-1' }));
    expect(ec).toBe(200);
    expect(placedOrder.parse(data)).toEqual(data);
    expect(data).toMatchObject({ status: 1, total_amount: '20.00', pay: { provider: 'sandbox' } });
    expect(data.pay.charge_id).toBe(chargeIdOf(asOutTradeNo(data.out_trade_no), 1));
    expect(data.pay.url).not.toBe('');
    expect(data.position).toBe(await api.deps.log.head());
    const checked = await check(data.out_trade_no);
    expect(checkedOrder.parse(checked.data)).toEqual(checked.data);
    expect(checked.data).toMatchObject({
      status: 1,
      paid_at: null,
      expires_at: data.expires_at,
      plan: { plan_id: shop.plan.plan_id, name: 'Scarf', product_type: 1 },
      creator: { user_id: shop.creator.user_id, name: shop.creator.name },
      sku_detail: [{ name: 'Red', count: 2, price: '10.00' }],
      returned_amount: '0.00',
      pay: data.pay,
    });
    expect(data.expires_at - checked.data.now).toBeGreaterThan(890);
  });

  it('keeps the remark in the vault; the event has a reference only', async () => {
    const { data } = await create(wanted({ remark: '致 李雷' }));
    const [placed] = await eventsOf(data.out_trade_no);
    const { remark_ref } = placed!.data as OrderPlacedData;
    expect(JSON.stringify(placed)).not.toContain('李雷');
    expect((await api.deps.vault.read([remark_ref!])).get(remark_ref!)).toBe('致 李雷');
  });

  it('is paid, and pays once', async () => {
    const { out_trade_no } = (await create(wanted())).data;
    await pay(out_trade_no, 20);
    await pay(out_trade_no, 20);
    const { data } = await check(out_trade_no);
    expect(data).toMatchObject({ status: 2, pay: { url: '' } });
    expect(data.paid_at).toBeGreaterThan(0);
    expect(await typesOf(out_trade_no)).toEqual(['OrderPlaced', 'OrderPaid']);
  });

  it('shows another price than before as refused, with the new one', async () => {
    const { ec, data } = await create(wanted({ total_amount: '19.99' }));
    expect(ec).toBe(40902);
    expect(data.total_amount).toBe('20.00');
    expect((await create(wanted({ total_amount: '20.00' }))).ec).toBe(200);
  });

  it('needs a remark where the creator asks for one', async () => {
    const asking = await openShop(api, [forSale('Red', 5)], {
      config: { remark_name: '昵称', remark_required: true },
    });
    const body = { plan_id: asking.plan.plan_id, sku: [{ sku_id: asking.skus[0]!.sku_id, count: 1 }] };
    const refused = await create({ ...body, remark: '   ' });
    expect(refused.data.errors?.map(({ field }) => field)).toEqual(['remark']);
    expect((await create({ ...body, remark: 'Lei' })).ec).toBe(200);
  });
});

describe('an idempotency key', () => {
  it('in header or body names one order', async () => {
    const first = await create(wanted(), fan, 'key-1');
    const again = await create(wanted(), fan, 'key-1');
    expect(again.data).toEqual(first.data);
    const byBody = await create(wanted({ client_order_key: 'key-1' }));
    expect(byBody.data.out_trade_no).toBe(first.data.out_trade_no);
    expect(await typesOf(first.data.out_trade_no)).toEqual(['OrderPlaced']);
  });

  it('with another body is refused; of another user is another order', async () => {
    const first = await create(wanted(), fan, 'key-2');
    for (const other of [{ sku: [red(3)] }, { remark: 'x' }, { custom_order_id: 'B' }, { py_type: 'wpy' }]) {
      expect((await create(wanted(other), fan, 'key-2')).ec).toBe(40901);
    }
    const stranger_order = await create(wanted(), stranger, 'key-2');
    expect(stranger_order.ec).toBe(200);
    expect(stranger_order.data.out_trade_no).not.toBe(first.data.out_trade_no);
  });

  it('repeated after the order was paid or given up says how it stands, and charges nothing', async () => {
    const paid = await create(wanted(), fan, 'key-3');
    await pay(paid.data.out_trade_no, 20);
    expect((await create(wanted(), fan, 'key-3')).data).toMatchObject({ status: 2, pay: { url: '' } });
    const given = await create(wanted(), fan, 'key-4');
    await cancel(given.data.out_trade_no);
    expect((await create(wanted(), fan, 'key-4')).data).toMatchObject({ status: 3, pay: { url: '' } });
  });

  it('repeated makes a charge that got lost again', async () => {
    const first = await create(wanted(), fan, 'key-5');
    await api.deps.pool.query('DELETE FROM sandbox.charges WHERE charge_id = $1', [first.data.pay.charge_id]);
    expect((await create(wanted(), fan, 'key-5')).data).toEqual(first.data);
    const { rowCount } = await api.deps.pool.query('SELECT 1 FROM sandbox.charges WHERE charge_id = $1', [
      first.data.pay.charge_id,
    ]);
    expect(rowCount).toBe(1);
  });

  it('is bounded', async () => {
    for (const key of ['', 'x'.repeat(101)]) {
      expect((await create(wanted(), fan, key)).ec).toBe(40000);
      expect((await create(wanted({ client_order_key: key }))).ec).toBe(40000);
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
    ['sku', () => ({ sku: Array.from({ length: 10_000 }, () => red(1)) })],
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
    const { ec, data } = await create(wanted(change()));
    expect(ec).toBe(40000);
    expect(data.errors?.map((error) => error.field)).toContain(field);
    expect(await api.deps.log.head()).toBe(before);
  });

  it('plans that are unknown, deleted, hidden or one’s own; SKUs of another plan', async () => {
    const other = await openShop(api, [forSale('Green', 5)]);
    const { plan_id } = other.plan;
    const line = [{ sku_id: other.skus[0]!.sku_id, count: 1 }];
    const before = await api.deps.log.head();
    expect((await create(wanted({ plan_id: unknown }))).ec).toBe(40400);
    expect((await create(wanted({ sku: line }))).data.errors?.map(({ field }) => field)).toEqual([
      'sku.0.sku_id',
    ]);
    expect((await create({ plan_id, sku: line }, other.creator)).ec).toBe(40300);
    expect(await api.deps.log.head()).toBe(before);
    await api.post('/api/creator/hide-plan', { plan_id }, other.creator);
    expect((await create({ plan_id, sku: line })).data.errors?.map(({ field }) => field)).toEqual([
      'plan_id',
    ]);
    await api.post('/api/creator/delete-plan', { plan_id }, other.creator);
    expect((await create({ plan_id, sku: line })).ec).toBe(41005);
  });

  it('more than there is, and more than the limit lets one buy', async () => {
    const limited = await openShop(
      api,
      [forSale('Red', 3, { product_purchase_limit: { purchase_limit_count: 2, purchase_limit_days: -1 } })],
      { purchase_limit_type: 1 },
    );
    const order = (count: number) => ({
      plan_id: limited.plan.plan_id,
      sku: [{ sku_id: limited.skus[0]!.sku_id, count }],
    });
    const tooMany = await create(order(4));
    expect([tooMany.ec, tooMany.em]).toEqual([41001, '库存不足']);
    const past = await create(order(3));
    expect([past.ec, past.em]).toEqual([41002, '已达到可购买上限']);
    expect((await create(order(2))).ec).toBe(200);
    expect((await create(order(1))).ec).toBe(41002);
    expect((await create(order(1), stranger)).ec).toBe(200);
    expect((await create(order(1), stranger)).ec).toBe(41001);
  });

  it('a guest must sign in first', async () => {
    expect((await api.post('/api/order/create-order', wanted())).ec).toBe(40100);
    expect((await api.get('/api/order/check', undefined, { out_trade_no: '1' })).ec).toBe(40100);
  });
});

describe('whose order it is', () => {
  it('somebody else’s does not exist; its creator sees it and may give it up while pending', async () => {
    const { out_trade_no } = (await create(wanted())).data;
    for (const answer of [await check(out_trade_no, stranger), await cancel(out_trade_no, stranger)]) {
      expect([answer.ec, answer.em]).toEqual([40400, '页面不存在']);
    }
    expect((await check('1')).ec).toBe(40400);
    expect((await cancel('1')).ec).toBe(40400);
    expect((await check('x y')).ec).toBe(40000);
    expect((await check(out_trade_no, shop.creator)).data.status).toBe(1);
    expect((await cancel(out_trade_no, shop.creator)).data.status).toBe(3);
    const events = await eventsOf(out_trade_no);
    expect(events.at(-1)).toMatchObject({ type: 'OrderCancelled', data: { reason: 'creator' } });
  });
});

describe('giving an order up', () => {
  it('gives its units back, once; a paid one stays', async () => {
    const stock = () => api.deps.log.readStream(stockStream(asSkuId(shop.skus[0]!.sku_id)));
    const { out_trade_no } = (await create(wanted())).data;
    expect((await cancel(out_trade_no)).data.status).toBe(3);
    const after = (await stock()).length;
    expect((await cancel(out_trade_no)).data.status).toBe(3);
    expect(await stock()).toHaveLength(after);
    expect((await stock()).at(-1)).toMatchObject({ type: 'StockReleased', data: { out_trade_no, count: 2 } });
    const paid = (await create(wanted())).data;
    await pay(paid.out_trade_no, 20);
    expect((await cancel(paid.out_trade_no)).ec).toBe(40902);
  });

  it('and paying it after all revives it while there is stock', async () => {
    const { out_trade_no } = (await create(wanted())).data;
    await cancel(out_trade_no);
    await pay(out_trade_no, 20);
    expect((await check(out_trade_no)).data.status).toBe(2);
    expect(await typesOf(out_trade_no)).toEqual(['OrderPlaced', 'OrderCancelled', 'OrderPaid']);
  });

  it('by time ends it too', async () => {
    const { out_trade_no, expires_at } = (await create(wanted())).data;
    const expire = () =>
      api.deps.committer.submit(
        cancelOrder({ out_trade_no: asOutTradeNo(out_trade_no), by: { kind: 'expiry' } }),
      );
    expect(await expire()).toMatchObject({ accepted: false });
    api.deps.clock.setOffset(api.deps.clock.offset + 901_000);
    expect(api.deps.clock.now() / 1000).toBeGreaterThan(expires_at);
    expect(await expire()).toMatchObject({ accepted: true });
    expect((await check(out_trade_no)).data.status).toBe(3);
  });
});
