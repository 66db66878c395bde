import { type Actor, call, overHttp } from '#ops/actors/client.ts';
import { bought, goodsForm, newPerson, putOnSale, signIn, somebody, unitsOf } from '#ops/actors/people.ts';
import { until } from '#ops/actors/until.ts';
import { demoAccount } from '#ops/demo/accounts.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { listSponsors } from '#services/contract/memberships/sponsors.ts';
import { createOpenToken } from '#services/contract/open/developer.ts';
import { OPEN_SCOPES } from '#services/contract/open/scopes.ts';
import { listCreatorOrders, type Order } from '#services/contract/orders/order-list.ts';

const PAID = 2;
const PER_PAGE = 100;

/** The demo's creator with a token, and what was sold for the check. */
export interface Seller {
  actor: Actor;
  user_id: string;
  token: string;
  fan: Actor;
  fan_id: string;
  goods: Plan;
  monthly: Plan;
  /** Numbers of paid orders. */
  numbers: { goods: string; months: string; custom: string };
}

/** A page of the creator's, read to its end. */
async function everyPage<Row>(
  read: (page: { page: number; per_page: number }) => Promise<{ list: Row[]; has_more: boolean }>,
) {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { list, has_more } = await read({ page, per_page: PER_PAGE });
    rows.push(...list);
    if (!has_more) return rows;
  }
}

const userId = async (actor: Actor): Promise<string> => (await call(actor, getMyProfile)).user.user_id;

export const buyGoods = async (fan: Actor, goods: Plan, ...counts: readonly number[]): Promise<string> =>
  (await bought(fan, { ...unitsOf(goods, ...counts), custom_order_id: 'program-42', remark: '请寄到单位' }))
    .out_trade_no;

/** A new fan buys two units and one, three months, and gives 6.66 without a plan. */
export async function openSeller(base: string): Promise<Seller> {
  const { auth_token } = await signIn(overHttp(base), demoAccount('creator'));
  const actor = overHttp(base, { token: auth_token });
  const user_id = await userId(actor);
  const { token } = await call(actor, createOpenToken, { name: 'clients', scopes: [...OPEN_SCOPES] });
  const red = { name: 'Red', price: '12.50', stock: 7, reply_random_switch: true };
  const lines = { reply_random_content: 'code-1\ncode-2' };
  const blue = { name: 'Blue', price: '8.00' };
  const goods = await putOnSale(actor, goodsForm('Mug for programs', { ...red, ...lines }, blue));
  const monthly = await putOnSale(actor, { name: 'Months for programs', product_type: 0, price: '30.00' });
  const fan = await newPerson(base, somebody('Program fan'));
  const numbers = {
    goods: await buyGoods(fan, goods, 2, 1),
    months: (await bought(fan, { plan_id: monthly.plan_id, month: 3 })).out_trade_no,
    custom: (await bought(fan, { user_id, custom_price: '6.66' })).out_trade_no,
  };
  return { actor, user_id, token, fan, fan_id: await userId(fan), goods, monthly, numbers };
}

/** What the creator's own pages show. */
export interface RightValues {
  orders: ReadonlyMap<string, Order>;
  /** Ids of all sponsors. */
  sponsors: ReadonlySet<string>;
}

export async function rightValues({ actor, numbers }: Seller): Promise<RightValues> {
  const read = () => everyPage((page) => call(actor, listCreatorOrders, { ...page, status: PAID }));
  let orders: Order[] = [];
  await until('the new orders are listed', async () => {
    orders = await read();
    const listed = new Set<string>(orders.map(({ out_trade_no }) => out_trade_no));
    return Object.values(numbers).every((number) => listed.has(number));
  });
  const sponsors = await everyPage((page) => call(actor, listSponsors, page));
  return {
    orders: new Map(orders.map((order) => [order.out_trade_no, order])),
    sponsors: new Set(sponsors.map(({ user }) => user.user_id)),
  };
}
