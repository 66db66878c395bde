import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getSponsorInfo, getThanks, listSponsors } from '#services/contract/memberships/sponsors.ts';
import { listOrderFilters } from '#services/contract/orders/order-filters.ts';
import { listCreatorOrders, listMyOrders } from '#services/contract/orders/order-list.ts';
import { cancelOrder, checkOrder, createOrder } from '#services/contract/orders/orders.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const numbers: string[] = [];

async function buy(fan: TestUser, count: number, remark = ''): Promise<string> {
  const body = { ...unitsOf(shop, count), remark };
  const data = await api.data(createOrder, body, fan);
  numbers.push(data.out_trade_no);
  return data.out_trade_no;
}

async function pay(number: string): Promise<void> {
  const { data } = await api.call(checkOrder, { out_trade_no: number }, anna);
  expect(await orderCalls(api, anna).pay(number, Number(data.total_amount))).toMatchObject({
    accepted: true,
  });
}

const api = fixture(startTestApi);
const shop = fixture(() => openShop(api, [forSale('Red', 100)]));
const anna = fixture(() => api.user('Anna 安娜'));
const bo = fixture(() => api.user('Bo'));
beforeAll(async () => {
  await pay(await buy(anna, 1, '请签名 \\ "to Anna"'));
  await buy(anna, 2);
  await buy(bo, 3);
  await api.call(cancelOrder, { out_trade_no: numbers[2] ?? '' }, bo);
  await api.projected();
});

const listedOrders = async (query: Record<string, string | number> = {}) => {
  const { list: found, total_count } = await api.data(listCreatorOrders, query, shop.creator);
  expect(found).toHaveLength(total_count);
  return found.map(({ out_trade_no }) => out_trade_no).toSorted();
};
const placed = (...indexes: number[]) => indexes.map((index) => numbers[index]!).toSorted();

describe('the orders a creator got', () => {
  test('are shown newest first, with buyer, lines and remark', async () => {
    const { list: found } = await api.data(listCreatorOrders, {}, shop.creator);
    expect(found.map(({ out_trade_no }) => out_trade_no)).toEqual(numbers.toReversed());
    expect(found.at(-1)).toMatchObject({
      status: 2,
      remark: '请签名 \\ "to Anna"',
      imported: false,
      user: { name: 'Anna 安娜' },
      sku_detail: [{ name: 'Red', count: 1 }],
      sku_processed: [{ name: 'Red', count: 1, price: '10.00', stock: expect.stringMatching(/^\d+$/) }],
    });
  });

  test('are narrowed by status, plan and days', async () => {
    expect(await listedOrders({ status: 1 })).toEqual(placed(1));
    expect(await listedOrders({ status: 2 })).toEqual(placed(0));
    expect(await listedOrders({ status: 3, plan_id: shop.plan.plan_id })).toEqual(placed(2));
    expect(await listedOrders({ plan_id: 'nothing' })).toEqual([]);
    const today = api.deps.calendar.dayOf(api.deps.clock.now());
    expect(await listedOrders({ from: today, to: today })).toEqual(placed(0, 1, 2));
    expect(await listedOrders({ to: '2020-01-01' })).toEqual([]);
  });

  test('are found by number, by its beginning, and by the buyer’s name', async () => {
    const number = numbers[0] ?? '';
    expect(await listedOrders({ search_q: number, search_param_type: 'order_id' })).toEqual([number]);
    expect(await listedOrders({ search_q: number.slice(0, 12), search_param_type: 'order_id' })).toEqual([
      number,
    ]);
    expect(await listedOrders({ search_q: number.slice(0, 3), search_param_type: 'order_id' })).toEqual([]);
    expect(await listedOrders({ search_q: '安娜', search_param_type: 'name' })).toEqual(placed(0, 1));
    expect(await listedOrders({ search_q: 'bo' })).toEqual(placed(2));
    expect(await listedOrders({ search_q: number })).toEqual([number]);
    expect(await listedOrders({ search_q: '100%', search_param_type: 'name' })).toEqual([]);
  });

  test('others do not see them', async () => {
    const other = await api.creator();
    const found = await api.data(listCreatorOrders, { search_q: numbers[0] ?? '' }, other);
    expect(found.total_count).toBe(0);
    expect((await api.call(listCreatorOrders, {}, anna)).ec).toBe(40300);
  });

  test('can be narrowed to the plans that have any', async () => {
    const { plans } = await api.data(listOrderFilters, {}, shop.creator);
    expect(plans).toMatchObject([{ plan_id: shop.plan.plan_id, orders: 3 }]);
  });
});

test('a fan sees their own orders, by status and page', async () => {
  const own = await api.data(listMyOrders, {}, anna);
  expect(own.list.map(({ out_trade_no }) => out_trade_no)).toEqual([numbers[1], numbers[0]]);
  expect(own.list[0]?.creator.user_id).toBe(shop.creator.user_id);
  expect((await api.data(listMyOrders, { status: 1 }, anna)).total_count).toBe(1);
  const second = await api.data(listMyOrders, { page: 2, per_page: 1 }, anna);
  expect([second.list.length, second.has_more, second.total_count]).toEqual([1, false, 2]);
});

test('a fan finds own orders by number, plan and creator, and nobody else’s', async () => {
  const found = async (search_q: string, fan = anna) => {
    const { list, total_count } = await api.data(listMyOrders, { search_q }, fan);
    expect(list).toHaveLength(total_count);
    return list.map(({ out_trade_no }) => out_trade_no).toSorted();
  };
  const [first = '', , third = ''] = numbers;
  const { list } = await api.data(listMyOrders, {}, anna);
  const { plan, creator } = list[0] ?? {};
  expect(await found(first)).toEqual([first]);
  expect(await found(first.slice(0, 20))).toContain(first);
  expect(await found(first.slice(0, 5))).toEqual([]);
  expect(await found(third)).toEqual([]);
  expect(await found((plan?.name ?? '').toUpperCase())).toEqual(placed(0, 1));
  expect(await found(creator?.name ?? '')).toEqual(placed(0, 1));
  expect(await found('%')).toEqual([]);
  expect(await found(plan?.name ?? '', bo)).toEqual([third]);
});

describe('sponsors', () => {
  test('are those who paid, with what they gave, for the creator', async () => {
    const found = await api.data(listSponsors, {}, shop.creator);
    expect(found.list).toMatchObject([
      { user: { user_id: anna.user_id, name: 'Anna 安娜' }, order_count: 1, imported: false },
    ]);
    expect((await api.data(listSponsors, { search_q: 'bo' }, shop.creator)).total_count).toBe(0);
    expect((await api.get(listSponsors.path, shop.creator, { sort: 'name' })).ec).toBe(40000);
  });

  test('are thanked in public without amounts', async () => {
    const of = { user_id: shop.creator.user_id };
    const { list: thanked, top_list } = await api.data(getThanks, of);
    const one = { user_id: anna.user_id, name: 'Anna 安娜', avatar: '' };
    expect(thanked).toEqual([one]);
    expect(top_list).toEqual([{ ...one, rank: 1 }]);
  });

  test('and creators see what one gave the other', async () => {
    const { sponsor_info: sponsor } = await api.data(
      getSponsorInfo,
      {
        user_id: shop.creator.user_id,
      },
      anna,
    );
    const { sponsor_info: got } = await api.data(
      getSponsorInfo,
      {
        user_id: anna.user_id,
      },
      shop.creator,
    );
    expect(sponsor.out_detail.order_count).toBe(1);
    expect(sponsor.in_detail.current_amount).toBe('0.00');
    expect(got.in_detail).toEqual(sponsor.out_detail);
  });
});
