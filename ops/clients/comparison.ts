import { deepEqual, equal, ok } from 'node:assert/strict';
import { PRODUCT_TYPE, REFUND_STATE } from '#events/status.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import type { OpenOrder, OpenSponsor } from '#services/contract/open/answers.ts';
import type { Order } from '#services/contract/orders/order-list.ts';
import type { RightValues, Seller } from './right-values.ts';

/** A page of a list, as a client read it. */
export interface Page<Item> {
  ec: number;
  data: { list: Item[]; total_count: number; total_page: number };
}

const PRICE = /^\d+\.\d\d$/;
const STOCK = /^\d*$/;
const PICTURE = /^https?:\/\/[^/]+\/.+\.(png|jpg|webp)$/;

/** All items, each once. */
function itemsOf<Item>(pages: readonly Page<Item>[], keyOf: (item: Item) => string): Map<string, Item> {
  const items = pages.flatMap(({ data }) => data.list);
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  for (const { ec, data } of pages) {
    deepEqual([ec, data.total_count, data.total_page], [200, items.length, pages.length]);
  }
  equal(byKey.size, items.length, 'none twice');
  return byKey;
}

/** Fields of an order that every client has. */
const shownOrder = (order: OpenOrder) => ({
  user_id: order.user_id,
  plan_id: order.plan_id,
  plan_title: order.plan_title,
  custom_order_id: order.custom_order_id,
  month: order.month,
  total_amount: order.total_amount,
  show_amount: order.show_amount,
  discount: order.discount,
  status: order.status,
  remark: order.remark,
  redeem_id: order.redeem_id,
  product_type: order.product_type,
  create_time: order.create_time,
  address: [order.address_person, order.address_phone, order.address_address],
  sku: order.sku_detail.map(({ sku_id, name, count }) => ({ sku_id, name, count })),
});

const rightOrder = ({ plan, ext, user, ...order }: Order): ReturnType<typeof shownOrder> => ({
  user_id: user.user_id,
  plan_id: plan.plan_id,
  plan_title: plan.name,
  custom_order_id: order.custom_order_id,
  month: plan.product_type === PRODUCT_TYPE.sponsorship ? order.month : 1,
  total_amount: order.total_amount,
  show_amount: order.show_amount,
  discount: order.discount,
  status: order.status,
  remark: order.remark,
  redeem_id: order.redeem_id,
  product_type: plan.product_type,
  create_time: order.create_time,
  address: [ext.address?.name ?? '', ext.address?.phone ?? '', ext.address?.address ?? ''],
  sku: order.sku_detail.map(({ sku_id, name, count }) => ({ sku_id, name, count })),
});

const fen = (amount: string): number => Math.round(Number(amount) * 100);

/** All orders of the demo as the creator's page has them, and those of the check with the values that were bought. */
export function compareOrders(pages: readonly Page<OpenOrder>[], right: RightValues, seller: Seller): void {
  const orders = itemsOf(pages, ({ out_trade_no }) => out_trade_no);
  deepEqual([...orders.keys()].sort(), [...right.orders.keys()].sort());
  for (const [number, order] of orders) {
    const expected = right.orders.get(number);
    deepEqual(shownOrder(order), expected && rightOrder(expected), number);
    for (const { stock } of order.sku_detail) ok(typeof stock === 'string' && STOCK.test(stock), number);
  }
  const { numbers, goods, monthly, fan_id } = seller;
  const [red, blue] = goods.sku.map(({ sku_id }) => sku_id);
  const of = (number: string) => orders.get(number) as OpenOrder;
  const mug = of(numbers.goods);
  deepEqual(shownOrder(mug), {
    ...shownOrder(mug),
    user_id: fan_id,
    plan_id: goods.plan_id,
    plan_title: 'Mug for programs',
    custom_order_id: 'program-42',
    month: 1,
    total_amount: '33.00',
    show_amount: '33.00',
    discount: '0.00',
    status: 2,
    remark: '请寄到单位',
    product_type: 1,
    sku: [
      { sku_id: red, name: 'Red', count: 2 },
      { sku_id: blue, name: 'Blue', count: 1 },
    ],
  });
  deepEqual(
    mug.sku_detail.map(({ stock }) => stock),
    ['5', ''],
  );
  const { plan_id, month, total_amount } = of(numbers.months);
  deepEqual([plan_id, month, total_amount], [monthly.plan_id, 3, '90.00']);
  const custom = of(numbers.custom);
  deepEqual([custom.plan_id, custom.month, custom.total_amount], ['', 1, '6.66']);
}

/** What not every client keeps: prices of units, and amounts that add up. */
export function comparePrices(pages: readonly Page<OpenOrder>[], right: RightValues): void {
  for (const order of pages.flatMap(({ data }) => data.list)) {
    const { out_trade_no, sku_detail, show_amount, discount, shipping_fee, total_amount } = order;
    equal(fen(total_amount), fen(show_amount) - fen(discount) + fen(shipping_fee), out_trade_no);
    const prices = sku_detail.map(({ price }) => price);
    ok(
      prices.every((price) => PRICE.test(price)),
      out_trade_no,
    );
    const expected = right.orders.get(out_trade_no)?.sku_detail.map(({ price }) => price);
    deepEqual(prices, expected, out_trade_no);
  }
}

/** Orders and sponsors name a fan by the same id, each fan by another. */
export function comparePrivateIds(
  orders: readonly Page<OpenOrder>[],
  sponsors: readonly Page<OpenSponsor>[],
): void {
  const ids = new Map(
    orders.flatMap(({ data }) => data.list.map((order) => [order.user_id, order.user_private_id])),
  );
  equal(new Set(ids.values()).size, ids.size);
  for (const { user } of sponsors.flatMap(({ data }) => data.list)) {
    equal(user.user_private_id, ids.get(user.user_id), user.name);
  }
}

/** Before discounts, with shipping; undefined where a refund makes it less. */
function sumOf(orders: readonly Order[]): number | undefined {
  if (orders.some(({ refund_state }) => refund_state !== REFUND_STATE.none)) return undefined;
  return orders.reduce((all, { show_amount, ext }) => all + fen(show_amount) + fen(ext.shipping_fee), 0);
}

const soldGoods = ({ plan, refund_state }: Order): boolean =>
  plan.plan_id !== '' && plan.product_type !== PRODUCT_TYPE.sponsorship && refund_state !== REFUND_STATE.full;

export function compareSponsors(
  pages: readonly Page<OpenSponsor>[],
  right: RightValues,
  { fan_id, goods, monthly }: Seller,
): void {
  const sponsors = itemsOf(pages, ({ user }) => user.user_id);
  deepEqual(new Set(sponsors.keys()), right.sponsors);
  const ordersOf = Map.groupBy(right.orders.values(), ({ user }) => user.user_id);
  let withGoods = 0;
  for (const [user_id, { sponsor_plans, all_sum_amount, user }] of sponsors) {
    const orders = ordersOf.get(user_id) ?? [];
    equal(fen(all_sum_amount), sumOf(orders) ?? fen(all_sum_amount), `all_sum_amount of ${user.name}`);
    ok(PICTURE.test(user.avatar), `picture of ${user.name}: ${user.avatar}`);
    const bought = new Set(orders.filter(soldGoods).map(({ plan }) => plan.plan_id));
    const shown = sponsor_plans.filter(({ rankType }) => rankType === 30);
    deepEqual(new Set(shown.map(({ plan_id }) => plan_id)), bought, `goods of ${user.name}`);
    for (const { expire_time } of shown) equal(expire_time, NEVER_ENDS);
    withGoods += shown.length > 0 ? 1 : 0;
  }
  ok(withGoods > 5, 'the demo has fans who bought goods');
  const mine = sponsors.get(fan_id);
  const plans = mine?.sponsor_plans.map(({ plan_id, product_type, price }) => [plan_id, product_type, price]);
  deepEqual(plans?.[0], [monthly.plan_id, 0, '30.00']);
  deepEqual(
    plans?.slice(1).map(([plan_id, type]) => [plan_id, type]),
    [[goods.plan_id, 1]],
  );
  deepEqual([mine?.current_plan.name, mine?.all_sum_amount], ['Months for programs', '129.66']);
}
