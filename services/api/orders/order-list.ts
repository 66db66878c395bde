import type { UserId } from '#events/ids.ts';
import { ORDER_STATUS } from '#events/status.ts';
import { skusNamed } from '#read-models/catalog/names.ts';
import { type CartSums, cartSums } from '#read-models/orders/cart-sums.ts';
import type { ListedOrder } from '#read-models/orders/columns.ts';
import { commissionAfterRefunds } from '#read-models/orders/commission.ts';
import { awaitedReplies } from '#read-models/replies/queries.ts';
import { ticketsUsedByOrder } from '#read-models/tickets/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Order } from '#services/contract/orders/order-list.ts';
import type { DirectoryUser } from '#services/modules/accounts/directory.ts';
import type { SentTo } from '#services/modules/delivery/addresses.ts';
import type { Caller } from '../http/caller.ts';
import type { Language } from '../http/language.ts';
import { wire } from '../http/money.ts';
import { extAddress, orderAttr } from './order-delivery.ts';
import { isCustomOrderRef } from './order-personal.ts';

/** Dependencies of answers about orders. */
export type OrderParts = Pick<Dependencies, 'directory' | 'vault' | 'addresses' | 'pool'>;

const person = ({ user_id, name, avatar }: DirectoryUser) => ({ user_id, name, avatar });

type Line = ListedOrder['lines'][number];

/** Goods of a bundle's part, else the plan itself. */
const skuKey = ({ plan_id }: ListedOrder, { of_plan, sku_id }: Line) => ({
  plan_id: of_plan || plan_id,
  sku_id,
});

type SkuLookup = ReadonlyMap<string, { pic: string; left: number | null }>;

/** Pictures and stock of the orders' SKUs as they are now; without those that are no longer offered. */
async function skusOf({ pool }: OrderParts, orders: readonly ListedOrder[]): Promise<SkuLookup> {
  const keys = orders.flatMap((order) => order.lines.map((line) => skuKey(order, line)));
  if (keys.length === 0) return new Map();
  const { rows } = await skusNamed(pool, keys);
  return new Map(rows.map((sku) => [sku.sku_id, sku]));
}

/** The lines of an order in the form that programs know from the open API. */
const processedSkus = ({ lines }: ListedOrder, skus: SkuLookup): Order['sku_processed'] =>
  lines.map(({ sku_id, name, count, price }) => {
    const { pic = '', left = null } = skus.get(sku_id) ?? {};
    const stock = left === null ? '' : String(left);
    return { sku_id, name, count, price: wire(price), pic, stock, album_id: '', post_id: '' };
  });

/** The look-ups of orders: people, vault texts, missing replies, used tickets. */
interface Lookups {
  viewer: UserId;
  language: Language;
  userOf(id: string): DirectoryUser;
  texts: ReadonlyMap<string, string>;
  places: ReadonlyMap<string, SentTo>;
  awaited: ReadonlyMap<string, number>;
  used: ReadonlyMap<string, number>;
  carts: ReadonlyMap<string, CartSums>;
  skus: SkuLookup;
}

async function awaitedBy({ pool }: OrderParts, orders: readonly ListedOrder[]): Promise<Map<string, number>> {
  const drawing = orders.filter(
    ({ reply_units, status }) => reply_units > 0 && status === ORDER_STATUS.success,
  );
  if (drawing.length === 0) return new Map();
  const { rows } = await awaitedReplies(pool, { orders: drawing.map(({ out_trade_no }) => out_trade_no) });
  return new Map(rows.map(({ out_trade_no, units }) => [out_trade_no, units]));
}

async function usedOf({ pool }: OrderParts, orders: readonly ListedOrder[]): Promise<Map<string, number>> {
  const admitting = orders.filter(
    ({ ticket_count, status }) => ticket_count > 0 && status === ORDER_STATUS.success,
  );
  if (admitting.length === 0) return new Map();
  const { rows } = await ticketsUsedByOrder(pool, {
    orders: admitting.map(({ out_trade_no }) => out_trade_no),
  });
  return new Map(rows.map(({ out_trade_no, used }) => [out_trade_no, used]));
}

async function cartsOf(
  { pool }: OrderParts,
  orders: readonly ListedOrder[],
  viewer: UserId,
): Promise<Map<string, CartSums>> {
  const carts = [...new Set(orders.flatMap(({ cart_order_no }) => cart_order_no ?? []))];
  if (carts.length === 0) return new Map();
  const { rows } = await cartSums(pool, { carts, viewer });
  return new Map(rows.map((sums) => [sums.cart_order_no, sums]));
}

async function lookUp(
  parts: OrderParts,
  orders: readonly ListedOrder[],
  viewer: UserId,
  language: Language,
): Promise<Lookups> {
  const people = [
    ...new Set(orders.flatMap((order) => [order.user_id, order.creator_id, order.partner_id ?? []]).flat()),
  ];
  const refs = orders.flatMap(({ remark_ref, creator_remark_ref, creator_id, custom_order_id }) => [
    remark_ref ?? [],
    isCustomOrderRef(custom_order_id) ? custom_order_id : [],
    (creator_id === viewer && creator_remark_ref) || [],
  ]);
  const sentTo = orders.flatMap(({ address_ref }) => address_ref ?? []);
  const [users, texts, places, awaited, used, carts, skus] = await Promise.all([
    parts.directory.usersByIds(people),
    parts.vault.read(refs.flat()),
    parts.addresses.read(sentTo),
    awaitedBy(parts, orders),
    usedOf(parts, orders),
    cartsOf(parts, orders, viewer),
    skusOf(parts, orders),
  ]);
  const userOf = (id: string): DirectoryUser => {
    const found = users.get(id);
    if (!found) throw new Error(`the directory left out user ${id}`);
    return found;
  };
  return { viewer, language, userOf, texts, places, awaited, used, carts, skus };
}

function linesAnswer({ lines, refunds }: ListedOrder): Order['sku_detail'] {
  const back = new Map<string, number>();
  for (const { sku_id, count } of refunds.flatMap(({ units }) => units)) {
    back.set(sku_id, (back.get(sku_id) ?? 0) + count);
  }
  return lines.map(({ sku_id, name, count, price, of_plan }) => ({
    sku_id,
    name,
    count,
    price: wire(price),
    of_plan: of_plan ?? '',
    refunded_count: back.get(sku_id) ?? 0,
  }));
}

const refundsAnswer = ({ refunds }: ListedOrder): Order['refunds'] =>
  refunds.map(({ refund_id, amount, reason, decided_by, units, ticket_count, time, sent_time }) => ({
    refund_id,
    amount: wire(amount),
    reason,
    by: decided_by,
    sku: units,
    ticket_count,
    time,
    sent_at: sent_time,
  }));

function membershipAnswer(order: ListedOrder): Order['membership'] {
  const { plan_id, plan_name: name, member_from, member_until, member_back_time } = order;
  if (member_from === null) return null;
  return { plan_id, name, begin_time: member_from, expire_time: member_until, back_at: member_back_time };
}

/** Staff see only the order itself, not its cart. */
function cartAnswer(order: ListedOrder, { carts }: Lookups): Order['cart_order_info'] {
  const { cart_order_no } = order;
  if (cart_order_no === null) return null;
  const { total_amount, shipping_fee } = carts.get(cart_order_no) ?? order;
  return { cart_order_no, total_price_plus: wire(total_amount), shipping_fee: wire(shipping_fee) };
}

/** The partner's commission, for the creator only. */
function affiliateAnswer(order: ListedOrder, { viewer, userOf }: Lookups): Order['affiliate'] {
  const { affiliate_code: code, partner_id, affiliate_percent: rate, creator_id } = order;
  if (code === null || partner_id === null || creator_id !== viewer) return null;
  const remaining = order.status === ORDER_STATUS.success ? commissionAfterRefunds(order) : 0;
  return { code, rate, partner_name: userOf(partner_id).name, commission: wire(remaining) };
}

function answerOf(order: ListedOrder, around_it: Lookups): Order {
  const { viewer, language, userOf, texts, places, awaited, used, skus } = around_it;
  const textOf = (ref: string | null): string => (ref === null ? '' : (texts.get(ref) ?? ''));
  const creator = userOf(order.creator_id);
  return {
    out_trade_no: order.out_trade_no,
    status: order.status,
    plan: { plan_id: order.plan_id, name: order.plan_name, product_type: order.product_type },
    sku_detail: linesAnswer(order),
    sku_processed: processedSkus(order, skus),
    sku_count: order.lines.reduce((units, { count }) => units + count, 0),
    month: order.month,
    bundle_count: order.bundle_count,
    is_upgrade: order.is_upgrade ? 1 : 0,
    upgrade_days: order.upgrade_days,
    show_amount: wire(order.show_amount),
    discount: wire(order.discount),
    total_amount: wire(order.total_amount),
    refunded_amount: wire(order.refunded),
    refund_state: order.refund_state,
    refunds: refundsAnswer(order),
    ticket_count: order.ticket_count,
    ticket_used_count: used.get(order.out_trade_no) ?? 0,
    reply_pending_num: awaited.get(order.out_trade_no) ?? 0,
    membership: membershipAnswer(order),
    remark: textOf(order.remark_ref),
    creator_remark: order.creator_id === viewer ? textOf(order.creator_remark_ref) : null,
    affiliate: affiliateAnswer(order, around_it),
    create_time: order.create_time,
    paid_at: order.paid_time,
    expires_at: order.expire_time,
    py_type: order.py_type,
    redeem_id: order.redeem_id ?? '',
    is_cart: order.cart_order_no === null ? 0 : 1,
    cart_order_info: cartAnswer(order, around_it),
    custom_order_id: isCustomOrderRef(order.custom_order_id)
      ? textOf(order.custom_order_id)
      : order.custom_order_id,
    imported: order.imported,
    order_attr: orderAttr(order, language),
    ext: {
      shipping_fee: wire(order.shipping_fee),
      address: extAddress(order, places),
      remark_updated_times: order.remark_changes,
    },
    user: person(userOf(order.user_id)),
    creator: { ...person(creator), url_slug: creator.url_slug },
  };
}

/**
 * Orders in answers, with names from the directory, and remarks and addresses from the vault. Only for the order's
 * fan, creator and team: the remark is for the two; note and commission are for the creator.
 * @param viewer the reader
 */
export async function orderAnswers(
  parts: OrderParts,
  orders: readonly ListedOrder[],
  viewer: UserId,
  language: Language,
): Promise<Order[]> {
  const lookups = await lookUp(parts, orders, viewer, language);
  return orders.map((order) => answerOf(order, lookups));
}

/** Members of the team see neither the creator's notes nor the commissions of partners. */
export const forMember = <Shown extends Order>(order: Shown): Shown => ({
  ...order,
  creator_remark: null,
  affiliate: null,
});

/** An order of the creator, for the creator or for a member who acts for the creator. */
export const orderShownTo =
  ({ member_id }: Pick<Caller, 'member_id'>) =>
  (order: Order): Order =>
    member_id === undefined ? order : forMember(order);
