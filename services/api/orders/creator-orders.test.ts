import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { refundOrder, updateCreatorRemark } from '#services/contract/orders/after-payment.ts';
import {
  exportCreatorOrders,
  listCreatorOrders,
  listMyOrders,
  type Order,
} from '#services/contract/orders/order-list.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, savePlan, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { cartOf, waitingOrder } from '../testing/waiting-orders.ts';

/** Three scarves, one partly and one fully refunded; and a month of coffee. */
let plain: string;
let part: string;
let full: string;
let coffee: string;

const FORMULA = '=HYPERLINK("http://evil.example")';

async function bought(): Promise<string> {
  return calls.buy({ ...unitsOf(shop, 2), remark: FORMULA });
}

const refund = (out_trade_no: string, body: object = {}) =>
  api.call(refundOrder, { out_trade_no, ...body }, shop.creator);

const api = fixture(startTestApi);
const shop = fixture(() => openShop(api, [forSale('Red', 100)]));
const fan = fixture(() => api.user('@Anna'));
const calls = fixture(() => orderCalls(api, fan));
beforeAll(async () => {
  plain = await bought();
  part = await bought();
  full = await bought();
  await refund(part, { sku: [{ sku_id: shop.skus[0]!.sku_id, count: 1 }], reason: '起球' });
  await refund(full);
  const plan = await savePlan(api, shop.creator, sponsorshipForm);
  const { data } = await calls.create({ plan_id: plan.plan_id, month: 2 });
  coffee = data.out_trade_no;
  await calls.pay(coffee, 60);
  await api.call(updateCreatorRemark, { out_trade_no: plain, remark: '常客' }, shop.creator);
  await api.projected();
});

type Query = Record<string, string | number>;

async function ordersOf(query: Query = {}, as: TestUser = shop.creator): Promise<Order[]> {
  const data = await api.data(listCreatorOrders, query, as);
  expect(data.total_count).toBe(data.list.length);
  return data.list;
}
const numbers = async (query: Query) => (await ordersOf(query)).map(({ out_trade_no }) => out_trade_no);

async function csv(query: Query = {}, as: TestUser = shop.creator, language = 'en-US') {
  const response = await api.app.inject({
    method: 'GET',
    url: '/api/my/sponsored-bill-export',
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${as.token}`, 'locale-lang': language },
  });
  return { type: response.headers['content-type'], lines: response.body.trimEnd().split('\r\n') };
}

describe('the orders a creator got', () => {
  test('show refunded amounts, returned units, and memberships', async () => {
    const [first] = await ordersOf({ search_q: part });
    expect(first).toMatchObject({
      refund_state: 1,
      refunded_amount: '10.00',
      sku_count: 2,
      bundle_count: 0,
      is_cart: 0,
      sku_detail: [{ name: 'Red', count: 2, refunded_count: 1 }],
      refunds: [{ amount: '10.00', reason: '起球', by: 'creator', sent_at: null, sku: [{ count: 1 }] }],
      membership: null,
    });
    const [month] = await ordersOf({ search_q: coffee });
    expect(month?.membership).toMatchObject({ name: 'Coffee', back_at: null });
    expect(Number(month?.membership?.expire_time)).toBeGreaterThan(Number(month?.paid_at));
  });

  test('are narrowed by refund and by type', async () => {
    expect(await numbers({ refund_state: 1 })).toEqual([part]);
    expect(await numbers({ refund_state: 2 })).toEqual([full]);
    expect(await numbers({ refund_state: 0, product_type: 1 })).toEqual([plain]);
    expect(await numbers({ product_type: 0 })).toEqual([coffee]);
    expect(await numbers({ search_q: '@Anna', search_param_type: 'name', refund_state: 2 })).toEqual([full]);
  });

  test.each([{ refund_state: 3 }, { product_type: 5 }, { refund_state: 'x' }])(
    'refuse %j by field',
    async (query) => {
      const { ec, data } = await api.send(listCreatorOrders, query, shop.creator);
      expect([ec, data.errors?.[0]?.field]).toEqual([40000, Object.keys(query)[0]]);
    },
  );

  test('are found by the number of the cart that they were paid with', async () => {
    const whose = { user_id: fan.user_id, creator_id: shop.creator.user_id };
    const other = await api.creator();
    const { committer } = api.deps;
    const theirs = { ...whose, creator_id: other.user_id };
    const cart = await cartOf(committer, fan.user_id, []);
    const inCart = { cart_order_no: cart as never };
    const mine = await waitingOrder(committer, whose, inCart);
    await waitingOrder(committer, theirs, inCart);
    await api.projected();
    const found = await ordersOf({ search_q: cart, search_param_type: 'order_id' });
    expect(found.map(({ out_trade_no }) => out_trade_no)).toEqual([mine]);
    expect(found[0]).toMatchObject({ is_cart: 1, cart_order_info: { cart_order_no: cart } });
    expect(await numbers({ search_q: cart })).toEqual([mine]);
    // Only the fan sees the cart's total; a creator sees the own part.
    expect(found[0]?.cart_order_info?.total_price_plus).toBe(found[0]?.total_amount);
    const own = (await api.call(listMyOrders, {}, fan)).data.list.filter(
      ({ cart_order_info }) => cart_order_info?.cart_order_no === cart,
    );
    expect(own).toHaveLength(2);
    const sum = (of: (order: Order) => string): string =>
      own.reduce((all, order) => all + Number(of(order)), 0).toFixed(2);
    for (const { cart_order_info } of own) {
      expect(cart_order_info).toEqual({
        cart_order_no: cart,
        total_price_plus: sum(({ total_amount }) => total_amount),
        shipping_fee: sum(({ ext }) => ext.shipping_fee),
      });
    }
  });

  test('show the creator’s note only to the creator', async () => {
    expect((await ordersOf({ search_q: plain }))[0]?.creator_remark).toBe('常客');
    const own = await api.call(listMyOrders, {}, fan);
    expect(own.data.list.map(({ creator_remark }) => creator_remark)).not.toContain('常客');
    expect(own.data.list[0]?.creator_remark).toBeNull();
    const refunded = await api.call(listMyOrders, { refund_state: 2 }, fan);
    expect(refunded.data.list.map(({ out_trade_no }) => out_trade_no)).toEqual([full]);
  });
});

describe('the export', () => {
  test('has the rows of the list with the same filter, in the caller’s language', async () => {
    const all = await csv();
    expect(all.type).toContain('text/csv');
    const listed = await numbers({});
    expect(all.lines.slice(1).map((line) => line.split(',')[0])).toEqual(listed.map((one) => `'${one}`));
    const one = await csv({ refund_state: 1 }, shop.creator, 'zh-CN');
    expect(one.lines).toHaveLength(2);
    expect(one.lines[0]).toMatch(/^\uFEFF订单号,/);
    expect(one.lines[1]).toContain('部分退款');
    expect((await csv({ search_q: coffee })).lines).toHaveLength(2);
    expect((await csv({ search_q: 'nobody at all' })).lines).toHaveLength(1);
  });

  test('reads fewer orders at a time when they have many lines', async () => {
    const { pool } = api.deps;
    const copies = 600;
    const before = (await csv()).lines.length;
    const { rows } = await pool.query('SELECT lines -> 0 AS line FROM rm.orders WHERE out_trade_no = $1', [
      plain,
    ]);
    const lines = Array(100).fill({ ...rows[0].line, name: '围'.repeat(200) });
    await pool.query(
      `INSERT INTO rm.orders SELECT copy.* FROM rm.orders o, generate_series(1, $2) nth, jsonb_populate_record(o,
         jsonb_build_object('out_trade_no', o.out_trade_no || lpad(nth::text, 4, '0'), 'lines', $3::jsonb)) copy
        WHERE o.out_trade_no = $1`,
      [plain, copies, JSON.stringify(lines)],
    );
    const { lines: exported } = await csv();
    expect(new Set(exported).size).toBe(before + copies);
    await pool.query(`DELETE FROM rm.orders WHERE out_trade_no LIKE $1 || '____'`, [plain]);
  });

  test('runs nothing in a spreadsheet', async () => {
    const { lines } = await csv({ search_q: plain });
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(lines[1]).toContain(`,'@Anna,`);
  });

  test('is visible only to the creator', async () => {
    const other = await api.creator();
    expect((await csv({}, other)).lines).toHaveLength(1);
    const answer = await api.call(exportCreatorOrders, {}, fan);
    expect(answer.ec).toBe(40300);
  });
});
