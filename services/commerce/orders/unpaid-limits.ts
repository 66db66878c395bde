import type { OutTradeNo, SkuId, UserId } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { orderStream, stockStream, unpaidStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { FieldError, Refusal } from '#services/runtime/refusal.ts';
import type { Decided, States } from '../engine/command.ts';
import { stockKind } from '../stock/stock.ts';
import { orderKind, type PlacedOrderState } from './order.ts';
import { refusedWithin } from './several-orders.ts';
import { type Unpaid, unpaidKind } from './unpaid.ts';

/** Maximum of unpaid orders per account; a cart counts as one. */
export const MAX_UNPAID_ORDERS = 20;

/** Unpaid units of one SKU that an account can always have, for any stock. */
const UNITS_OF_ANY_STOCK = 10;

/** Of a larger stock an account can have one unit in this many. */
const SHARE_OF_STOCK = 10;

/** The fan's list and the orders on it: only an order's own stream has its status. */
export function unpaidStreams(states: States, user: UserId): string[] {
  const stream = unpaidStream(user);
  if (!states.sees(stream)) return [stream];
  const { orders } = states.get(unpaidKind, stream);
  return [stream, ...orders.map(({ out_trade_no }) => orderStream(out_trade_no))];
}

/** Unpaid units of a SKU that an account can have; null: any number of unlimited stock. */
function mostUnpaid(states: States, sku: SkuId): number | null {
  const { stock } = states.get(stockKind, stockStream(sku));
  return stock === null ? null : Math.max(UNITS_OF_ANY_STOCK, Math.floor(stock / SHARE_OF_STOCK));
}

const contentOf = (order: OrderPlacedData): string => {
  const { plan_id, creator_id, month, bundle_count, lines, total_amount } = order;
  const units = lines.map(({ sku_id, count }) => `${sku_id} ${count}`).sort();
  // A custom amount has no plan: the choice is the amount.
  return JSON.stringify([
    plan_id,
    creator_id,
    month,
    bundle_count,
    units,
    plan_id === '' ? total_amount : null,
  ]);
};

/** The fan's newest order for the same choice among those of the list that fit; address and remark can differ. */
function orderLike(
  states: States,
  wanted: OrderPlacedData,
  fits: (order: PlacedOrderState) => boolean,
): OutTradeNo | undefined {
  const { orders } = states.get(unpaidKind, unpaidStream(wanted.user_id));
  const content = contentOf(wanted);
  return orders.findLast(({ out_trade_no }) => {
    const order = states.get(orderKind, orderStream(out_trade_no));
    if (order.phase === 'none' || order.placed.cart_order_no !== null) return false;
    return fits(order) && contentOf(order.placed) === content;
  })?.out_trade_no;
}

/** The unpaid one, if any. */
export const openOrderLike = (states: States, wanted: OrderPlacedData): OutTradeNo | undefined =>
  orderLike(states, wanted, ({ phase }) => phase === 'pending');

const JUST_NOW_MS = 60_000;

/** One that was paid within the last minute. The list has it until the fan's next order. */
export const boughtLike = (states: States, wanted: OrderPlacedData, now: Millis): OutTradeNo | undefined =>
  orderLike(states, wanted, (order) => order.phase === 'paid' && now - order.paid_at < JUST_NOW_MS);

type Waiting = Map<SkuId, number>;

function unitsRefusal(states: States, waiting: Waiting, { placed }: PlacedOrderState): Refusal | null {
  const errors: FieldError[] = [];
  let refused = false;
  for (const [n, { sku_id, count }] of placed.lines.entries()) {
    const most = mostUnpaid(states, sku_id);
    const before = waiting.get(sku_id) ?? 0;
    waiting.set(sku_id, before + count);
    if (most === null || before + count <= most) continue;
    refused = true;
    if (before >= most) continue;
    const message = { key: 'out_of_range' as const, min: '1', max: String(most - before) };
    errors.push({ field: `sku.${n}.count`, message });
  }
  return refused ? { code: 'too_many_unpaid_units', errors } : null;
}

/** Errors of each order of a cart, or those of the only order. */
function allUnitsRefusal(
  states: States,
  open: readonly Unpaid[],
  orders: readonly PlacedOrderState[],
): Refusal | null {
  const waiting: Waiting = new Map();
  for (const { sku_id, count } of open.flatMap(({ lines }) => lines)) {
    waiting.set(sku_id, (waiting.get(sku_id) ?? 0) + count);
  }
  const refusals = orders.map((order) => unitsRefusal(states, waiting, order));
  const [only] = refusals;
  if (orders[0]?.placed.cart_order_no === null) return only ?? null;
  const errors = refusals.flatMap((one, n) => (one ? refusedWithin(`orders.${n}`, one) : []));
  return errors.length > 0 ? { code: 'too_many_unpaid_units', errors } : null;
}

/**
 * Records orders of one charge, or refuses: a closed account (not_allowed), too many unpaid orders, or too many units
 * of limited stock. Free orders do not wait, and are recorded, because the closing of the account looks at every order.
 */
export function addUnpaid(
  states: States,
  user_id: UserId,
  orders: readonly PlacedOrderState[],
): Decided[] | Refusal {
  const [first] = orders;
  if (first === undefined) return [];
  const stream = unpaidStream(user_id);
  const { orders: known, closed: isClosed } = states.get(unpaidKind, stream);
  if (isClosed) return { code: 'not_allowed' };
  const free = orders.every(({ placed }) => placed.total_amount === 0);
  const waits = ({ out_trade_no }: Unpaid) =>
    states.get(orderKind, orderStream(out_trade_no)).phase === 'pending';
  const open = known.filter(waits);
  if (!free && open.length >= MAX_UNPAID_ORDERS) return { code: 'too_many_unpaid_orders' };
  const refusal = free ? null : allUnitsRefusal(states, open, orders);
  if (refusal) return refusal;
  const { out_trade_no, creator_id } = first.placed;
  const lines = orders.flatMap(({ placed }) => placed.lines.map(({ sku_id, count }) => ({ sku_id, count })));
  const closed = known.filter((one) => !open.includes(one)).map((one) => one.out_trade_no);
  const data = { user_id, out_trade_no, lines, closed };
  return [{ stream, creator_id, event: { type: 'UnpaidOrderAdded', data } }];
}
