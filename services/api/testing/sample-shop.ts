import { chargeIdOf, isCartNumber } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { payCart } from '#services/commerce/payments/pay-cart.ts';
import {
  type AddToCart,
  addCartEntry,
  type CartEntry,
  deleteCartEntries,
  editCartRemark,
  listCart,
  orderCart,
  pickCartEntries,
  prepareCart,
} from '#services/contract/cart/calls.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { editAddress } from '#services/contract/delivery/addresses.ts';
import { editShippingTemplate } from '#services/contract/delivery/shipping.ts';
import { type CheckedCart, cancelOrder, checkOrder } from '#services/contract/orders/orders.ts';
import { editIdcard } from '#services/contract/tickets/identities.ts';
import type { Reply } from './sent.ts';
import { forSale, savePlan, sponsorshipForm } from './shop.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** A creator with one of everything on sale. */
export interface SampleShop {
  creator: TestUser;
  /** Shipped goods: 5.00 to 330000 for any number, 18.00 and 6.00 for each further one to 650000. */
  scarf: Plan;
  /** Two out of four cards, 15.00, four of them. */
  set: Plan;
  /** Two rounds at 80.00; every ticket names its holder. */
  concert: Plan;
  /** 30.00 a month. */
  coffee: Plan;
}

const ZHEJIANG = {
  addr_name: '林小满',
  addr_phone: '13800138000',
  addr_address: '文三路 42 号',
  province: '330000',
  city: '330100',
  area: '330106',
};
export const XINJIANG = { ...ZHEJIANG, province: '650000', city: '650100', area: '650102' };
export const HOLDERS = [
  { name: '张三丰', id_card: '110101199003070011' },
  { name: '李四', id_card: '11010519491231002X' },
] as const;

/** The holders of so many tickets. */
export const holdersOf = (count: number): object[] => Array.from({ length: count }, () => HOLDERS[1]);

/** Fails the test when a call is refused. */
export async function granted<Data>(answer: Promise<{ ec: number; em: string; data: Data }>): Promise<Data> {
  const { ec, em, data } = await answer;
  if (ec !== 200) throw new Error(`refused: ${em} ${JSON.stringify(data)}`);
  return data;
}

export async function openSampleShop(api: TestApi): Promise<SampleShop> {
  const creator = await api.creator();
  const rules = [
    { provinces: ['330000'], first_fee: '5.00', next_fee: '0' },
    { provinces: ['650000'], first_fee: '18.00', next_fee: '6.00' },
  ];
  const { template } = await granted(api.call(editShippingTemplate, { name: 'Post', rules }, creator));
  const begin_time = Math.floor(api.deps.clock.now() / 1000) + 86_400;
  const scarf = await savePlan(api, creator, {
    name: 'Scarf',
    product_type: 1,
    need_address: true,
    shipping_template_id: template.template_id,
    sku: [forSale('Red', 10), forSale('Blue', '')],
  });
  const set = await savePlan(api, creator, {
    name: 'Set of two',
    product_type: 3,
    price: '15.00',
    bundle_sku_select_count: 2,
    bundle_stock: 4,
    sku: ['Ace', 'King', 'Queen', 'Jack'].map((name) => forSale(name, 3)),
  });
  const concert = await savePlan(api, creator, {
    name: 'Concert',
    product_type: 4,
    ticket_round_list: [{ begin_time }],
    sku: [forSale('Front row', 5, { price: '80.00', ticket_round_begin_time: begin_time })],
  });
  return { creator, scarf, set, concert, coffee: await savePlan(api, creator, sponsorshipForm) };
}

export const skuId = (plan: Plan, name: string): string => {
  const sku = plan.sku.find((one) => one.name === name);
  if (sku === undefined) throw new Error(`${plan.name} has no ${name}`);
  return sku.sku_id;
};

/** Saves an address; answers its id. */
export const keepAddress = async (api: TestApi, fan: TestUser, form: object = ZHEJIANG): Promise<string> =>
  (await granted(api.send(editAddress, form, fan))).address.address_id;

export const keepIdentity = async (
  api: TestApi,
  fan: TestUser,
  holder: object = HOLDERS[0],
): Promise<string> => (await granted(api.send(editIdcard, holder, fan))).identity.identity_id;

export type CartCalls = ReturnType<typeof cartCalls>;

/** Calls about the cart, by a fan by default. */
export function cartCalls(api: TestApi, fan: TestUser) {
  const keyed = (key?: string): Record<string, string> =>
    key === undefined ? {} : { 'idempotency-key': key };
  const list = async (as = fan) => granted(api.call(listCart, {}, as));
  return {
    add: (body: AddToCart, as = fan, key?: string) => api.call(addCartEntry, body, as, keyed(key)),
    remove: (cart_id: string | string[], as = fan) => api.call(deleteCartEntries, { cart_id }, as),
    remark: (cart_id: string, remark: string, as = fan) => api.call(editCartRemark, { cart_id, remark }, as),
    pick: (cart_id: string | string[], picked: boolean, as = fan) =>
      api.call(pickCartEntries, { cart_id, picked }, as),
    list,
    /** All entries, the newest first within each creator. */
    entries: async (as = fan): Promise<CartEntry[]> =>
      (await list(as)).list.flatMap(({ entries }) => entries),
    prepare: (body: object = {}, as = fan) => api.call(prepareCart, body, as),
    order: (body: object = {}, key?: string, as = fan) => api.call(orderCart, body, as, keyed(key)),
    /** A payment notice, without its delivery. */
    pay(cart_order_no: string, yuan: number) {
      if (!isCartNumber(cart_order_no)) throw new Error(`${cart_order_no} is no cart's number`);
      const charge_id = chargeIdOf(cart_order_no, 1);
      const payment = { charge_id, amount: fenOf(Math.round(yuan * 100)), provider: 'sandbox' };
      return api.deps.committer.submit(payCart({ cart_order_no, ...payment }));
    },
    cancel: (named: { out_trade_no: string } | { cart_order_no: string }, as = fan) =>
      api.call(cancelOrder, named, as),
    check: (cart_order_no: string, as = fan) =>
      api.call(checkOrder, { cart_order_no }, as) as Promise<Reply<CheckedCart>>,
  };
}

/** Number of rows in the vault, to find remaining entries. */
export async function vaultRows(api: TestApi, user: TestUser): Promise<number> {
  const { rows } = await api.deps.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM accounts.vault WHERE user_id = $1',
    [user.user_id],
  );
  return rows[0]?.n ?? 0;
}
