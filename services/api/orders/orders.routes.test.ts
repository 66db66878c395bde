import { describe, expect, it } from 'vitest';
import { asOutTradeNo, asSkuId, chargeIdOf } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { stockStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { cancelOrder } from '#services/commerce/orders/cancel-order.ts';
import { changeStanding } from '#services/commerce/staff/change-standing.ts';
import { setDiscountOption } from '#services/contract/catalog/edit-plan.ts';
import { checkOrder, getPayUrl, prepareOrder } from '#services/contract/orders/orders.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { cartCalls, granted } from '../testing/sample-shop.ts';
import { forSale, openShop, savePlan, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const shop = fixture(() => openShop(api, [forSale('Red', 100), forSale('Blue', '', { price: '2.50' })]));
const fan = fixture(() => api.user('李雷'));
const stranger = fixture(() => api.user());
const calls = fixture(() => orderCalls(api, fan));

const red = (count = 1) => ({ sku_id: shop.skus[0]!.sku_id, count });
const blue = (count = 1) => ({ sku_id: shop.skus[1]!.sku_id, count });
const wanted = (more: object = {}) => ({
  plan_id: shop.plan.plan_id,
  product_type: 1,
  sku: [red(2)],
  ...more,
});

describe('what it would cost', () => {
  const prepare = (body: object) => api.call(prepareOrder, body);

  it('is computed line by line, also for a guest', async () => {
    const { ec, data } = await prepare(wanted({ sku: [red(2), blue(3)] }));
    expect(ec).toBe(200);
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

  it('takes the flag of checkout links of which nobody knows the meaning, and keeps nothing of it', async () => {
    const key = 'with a flag';
    const first = await calls.create(wanted({ viokrz_ex: 'SEEN-NOWHERE' }), fan, key);
    expect(first.ec).toBe(200);
    for (const viokrz_ex of [1, true, undefined]) {
      const again = await calls.create(wanted({ viokrz_ex }), fan, key);
      expect(again.data.out_trade_no).toBe(first.data.out_trade_no);
      expect((await prepare(wanted({ viokrz_ex }))).ec).toBe(200);
    }
    const events = await calls.eventsOf(first.data.out_trade_no);
    expect(JSON.stringify(events)).not.toContain('SEEN-NOWHERE');
    for (const viokrz_ex of ['x'.repeat(65), { a: 1 }, [1]])
      expect((await calls.create(wanted({ viokrz_ex }))).ec).toBe(40000);
  });

  it('takes SKUs as the JSON text that checkout links carry', async () => {
    const { data } = await prepare(wanted({ sku: JSON.stringify([red(2)]) }));
    expect(data.total_amount).toBe('20.00');
  });

  it('gives the multi-month discount when its creator does', async () => {
    const creator = await api.creator();
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    await api.call(setDiscountOption, { status: 1 }, creator);
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
    const placed = await calls.create({ plan_id, month: '12', total_amount: data.total_amount });
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
  it('returns the payment page; check shows it immediately', async () => {
    const { ec, data } = await calls.create(wanted({ remark: '请送到门口', custom_order_id: 'A-1' }));
    expect(ec).toBe(200);
    expect(data).toMatchObject({ status: 1, total_amount: '20.00', pay: { provider: 'sandbox' } });
    expect(data.pay.charge_id).toBe(chargeIdOf(asOutTradeNo(data.out_trade_no), 1));
    expect(data.pay.url).not.toBe('');
    expect(data.position).toBe(await api.deps.log.head());
    const checked = await calls.check(data.out_trade_no);
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
    const { data } = await calls.create(wanted({ remark: '致 李雷' }));
    const [placed] = await calls.eventsOf(data.out_trade_no);
    const { remark_ref } = placed!.data as OrderPlacedData;
    expect(JSON.stringify(placed)).not.toContain('李雷');
    expect((await api.deps.vault.read([remark_ref!])).get(remark_ref!)).toBe('致 李雷');
    expect((await calls.check(data.out_trade_no)).data.remark).toBe('致 李雷');
  });

  it('is paid, and pays once', async () => {
    const { out_trade_no } = (await calls.create(wanted())).data;
    await calls.pay(out_trade_no, 20);
    await calls.pay(out_trade_no, 20);
    const { data } = await calls.check(out_trade_no);
    expect(data).toMatchObject({ status: 2, pay: { url: '' } });
    expect(data.paid_at).toBeGreaterThan(0);
    expect(await calls.typesOf(out_trade_no)).toEqual(['OrderPlaced', 'OrderPaid']);
  });

  it('shows another price than before as refused, with the new one', async () => {
    const { ec, data } = await calls.create(wanted({ total_amount: '19.99' }));
    expect(ec).toBe(40902);
    expect(data.total_amount).toBe('20.00');
    expect((await calls.create(wanted({ total_amount: '20.00' }))).ec).toBe(200);
  });

  it('requires a remark if the creator does', async () => {
    const asking = await openShop(api, [forSale('Red', 5)], {
      config: { remark_name: '昵称', remark_required: true },
    });
    const body = unitsOf(asking, 1);
    const refused = await calls.create({ ...body, remark: '   ' });
    expect(refused.data.errors?.map(({ field }) => field)).toEqual(['remark']);
    expect((await calls.create({ ...body, remark: 'Lei' })).ec).toBe(200);
  });
});

describe('access to an order', () => {
  it('who has its number sees what is bought and where to pay, and nothing about the buyer', async () => {
    const remark = '请放门口';
    const { out_trade_no } = (await calls.create(wanted({ remark }))).data;
    const own = (await calls.check(out_trade_no)).data;
    expect(own).toMatchObject({ own: true, remark });
    for (const someone of [stranger, undefined]) {
      const { data, ec } = await api.call(checkOrder, { out_trade_no }, someone);
      expect(ec).toBe(200);
      if ('orders' in data) throw new Error('a cart');
      const { total_amount, plan, creator, sku_detail, pay } = own;
      expect(data).toMatchObject({ own: false, out_trade_no, total_amount, plan, creator, sku_detail, pay });
      expect(data).toMatchObject({
        remark: '',
        redeem_id: '',
        membership: null,
        delivery: null,
        replies: [],
      });
      const text = JSON.stringify(data);
      for (const personal of [remark, fan.user_id, fan.name]) expect(text).not.toContain(personal);
    }
    await calls.cancel(out_trade_no);
  });

  it('others cannot cancel it; its creator sees it and can cancel it while pending', async () => {
    const { out_trade_no } = (await calls.create(wanted())).data;
    const answer = await calls.cancel(out_trade_no, stranger);
    expect([answer.ec, answer.em]).toEqual([40400, '页面不存在']);
    expect((await calls.check('1')).ec).toBe(40400);
    expect((await calls.cancel('1')).ec).toBe(40400);
    expect((await calls.check('x y')).ec).toBe(40000);
    expect((await calls.check(out_trade_no, shop.creator)).data.status).toBe(1);
    expect((await calls.cancel(out_trade_no, shop.creator)).data.status).toBe(3);
    const events = await calls.eventsOf(out_trade_no);
    expect(events.at(-1)).toMatchObject({ type: 'OrderCancelled', data: { reason: 'creator' } });
  });
});

describe('giving an order up', () => {
  it('gives its units back, once; a paid one stays', async () => {
    const stock = () => api.deps.log.readStream(stockStream(asSkuId(shop.skus[0]!.sku_id)));
    const { out_trade_no } = (await calls.create(wanted())).data;
    expect((await calls.cancel(out_trade_no)).data.status).toBe(3);
    const after = (await stock()).length;
    expect((await calls.cancel(out_trade_no)).data.status).toBe(3);
    expect(await stock()).toHaveLength(after);
    expect((await stock()).at(-1)).toMatchObject({ type: 'StockReleased', data: { out_trade_no, count: 2 } });
    const paid = (await calls.create(wanted())).data;
    await calls.pay(paid.out_trade_no, 20);
    expect((await calls.cancel(paid.out_trade_no)).ec).toBe(40902);
  });

  it('and paying it after all revives it while there is stock', async () => {
    const { out_trade_no } = (await calls.create(wanted())).data;
    await calls.cancel(out_trade_no);
    await calls.pay(out_trade_no, 20);
    expect((await calls.check(out_trade_no)).data.status).toBe(2);
    expect(await calls.typesOf(out_trade_no)).toEqual(['OrderPlaced', 'OrderCancelled', 'OrderPaid']);
  });

  it('by time ends it too', async () => {
    const { out_trade_no, expires_at } = (await calls.create(wanted())).data;
    const expire = () =>
      api.deps.committer.submit(
        cancelOrder({ out_trade_no: asOutTradeNo(out_trade_no), by: { kind: 'expiry' } }),
      );
    expect(await expire()).toMatchObject({ accepted: false });
    api.deps.clock.setOffset(api.deps.clock.offset + 901_000);
    expect(api.deps.clock.now() / 1000).toBeGreaterThan(expires_at);
    expect(await expire()).toMatchObject({ accepted: true });
    expect((await calls.check(out_trade_no)).data.status).toBe(3);
  });
});

describe('where an order is paid', () => {
  const payUrl = (query: Record<string, string>, as = fan) => api.call(getPayUrl, query, as);

  it('is not said while its creator is hidden or banned: from the log, at once', async () => {
    const { data } = await calls.create(wanted());
    const { out_trade_no } = data;
    const admin = await api.user();
    const becomes = (status: 2 | 3 | 4) =>
      api.deps.committer.submit(
        changeStanding({
          user_id: shop.creator.user_id,
          status,
          by: admin.user_id,
          reason: 'seen',
          is_staff: false,
        }),
      );
    for (const status of [3, 4] as const) {
      await becomes(status);
      expect(await payUrl({ out_trade_no })).toMatchObject({
        ec: 40000,
        data: { errors: [{ field: 'out_trade_no', message: '未在售' }] },
      });
      const { pay } = await api.data(checkOrder, { out_trade_no });
      expect(pay).toMatchObject({ url: '', code: '', refusal: 'not_on_sale' });
    }
    await becomes(2);
    expect((await payUrl({ out_trade_no })).data).toMatchObject({ url: data.pay.url, pay: { refusal: '' } });
    await calls.cancel(out_trade_no);
  });

  it('is shown to its fan again while it is pending', async () => {
    const { data } = await calls.create(wanted());
    const { out_trade_no, pay } = data;
    const answer = await payUrl({ out_trade_no });
    expect(answer.data).toMatchObject({ url: pay.url, cart_order_no: '', pay });
    // Anyone can pay for the fan; to the creator the money comes.
    expect((await payUrl({ out_trade_no }, await api.user())).data).toMatchObject({ url: pay.url });
    expect((await payUrl({ out_trade_no }, shop.creator)).ec).toBe(40400);
    expect((await payUrl({ out_trade_no, py_type: 'none' })).ec).toBe(40000);
    expect((await payUrl({ out_trade_no: '2999' })).ec).toBe(40400);
    expect((await payUrl({})).ec).toBe(40000);
    await calls.cancel(out_trade_no);
    expect(await payUrl({ out_trade_no })).toMatchObject({ ec: 41006, em: '订单已过期或已取消' });
  });

  it('is nowhere any more once it is paid', async () => {
    const { data } = await calls.create(wanted());
    await calls.pay(data.out_trade_no, Number(data.total_amount));
    expect((await payUrl({ out_trade_no: data.out_trade_no })).ec).toBe(40902);
  });

  it('is the same for all orders of a cart', async () => {
    const cart = cartCalls(api, fan);
    const { cart_id } = await granted(cart.add({ plan_id: shop.plan.plan_id, sku: [red()] }));
    const { cart_order_no, orders, pay } = await granted(cart.order({ entries: [{ cart_id }] }));
    const ways: Record<string, string>[] = [
      { cart_order_no },
      { out_trade_no: orders[0]?.out_trade_no ?? '' },
    ];
    for (const query of ways) {
      expect((await payUrl(query)).data).toMatchObject({ url: pay.url, cart_order_no });
    }
    await cart.cancel({ cart_order_no });
    expect((await payUrl({ cart_order_no })).ec).toBe(41006);
  });
});

it('asks before the same is bought again within a minute, and names the order that was paid', async () => {
  const buyer = await api.user();
  const body = wanted({ unless_open: true, unless_bought: true });
  const { out_trade_no } = (await calls.create(body, buyer)).data;
  await calls.pay(out_trade_no, 20);
  const again = await calls.create(body, buyer);
  expect(again).toMatchObject({ ec: 40902, data: { paid_order: out_trade_no } });
  expect(again.data).not.toHaveProperty('out_trade_no');
  expect((await calls.create(wanted(), buyer)).ec).toBe(200);
});
