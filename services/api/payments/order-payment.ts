import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type ChargeId, chargeIdOf, isCartNumber, numberOfCharge, type UserId } from '#events/ids.ts';
import { ORDER_STATUS, type OrderStatus } from '#events/status.ts';
import { agreementStream, cartStream, orderStream, standingStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { cartKind, type PlacedCart } from '#services/commerce/cart/cart.ts';
import { agreementKind } from '#services/commerce/memberships/agreement.ts';
import { orderKind, type PlacedOrderState } from '#services/commerce/orders/order.ts';
import { isHidden } from '#services/commerce/staff/standing.ts';
import { withQuery } from '#services/contract/endpoint.ts';
import type { pay } from '#services/contract/orders/orders.ts';
import { type Checkout, type PayMethod, ProviderUnavailable } from '#services/modules/payments/provider.ts';
import {
  isInApp,
  offeredMethods,
  type Payments,
  payMethodOf,
  paySceneOf,
  payTypeOf,
} from '#services/modules/payments/registry.ts';
import { NoAnswerInTime } from '#services/runtime/deadline.ts';

type Pay = z.output<typeof pay>;
type Parts = Pick<Dependencies, 'accounts' | 'committer' | 'payments' | 'config' | 'telemetry'>;

/** Most characters of what payers read at the provider. */
const MAX_SUBJECT = 120;

/** Who is about to pay, as far as it is known. */
export interface Payer {
  ip?: string;
  /** A type that names only a method then means the one for phones. */
  onPhone?: boolean;
  /** The payment type that is chosen now; the earlier page is closed. */
  py_type?: string | undefined;
  /** False: PayPal is not offered. */
  paypal?: boolean;
}

/** The payer who sent a request. */
export const payerOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Payer => ({
  ip,
  onPhone: /Mobile|Android|iPhone/.test(headers['user-agent'] ?? ''),
});

/** An unknown type is of an order from before there was a choice. */
const methodOf = (py_type: string): PayMethod => payMethodOf(py_type) ?? 'strp';

/** What is paid, and how; of the payer only the address goes to the provider, where it demands it. */
function checkoutOf({ config }: Parts, orders: readonly PlacedOrderState[], payer: Payer): Checkout {
  const [first] = orders;
  if (first === undefined) throw new Error('nothing to pay for');
  const { py_type, cart_order_no, out_trade_no } = first.placed;
  const names = [...new Set(orders.map(({ placed }) => placed.plan_name || placed.out_trade_no))].join(', ');
  const query = cart_order_no === null ? { out_trade_no } : { cart_order_no };
  const { py_type: chosen } = payer;
  const instead = chosen === undefined ? undefined : payMethodOf(chosen);
  return {
    method: methodOf(py_type),
    scene: payer.onPhone && payMethodOf(py_type) === py_type ? 'phone' : paySceneOf(py_type),
    payer_ip: payer.ip,
    instead: instead && { method: instead, scene: paySceneOf(chosen ?? '') },
    subject: [...names].slice(0, MAX_SUBJECT).join(''),
    return_url: `${config.publicUrl}${withQuery('/order/check', query)}`,
  };
}

/** Pay status by method (commerce specification 4). */
const PAY_STATUS: Readonly<Record<string, number>> = { apy: 1, wpy: 2 };

/** How the order is paid, and how else its buyer can pay at its provider. */
async function waysOf(
  { accounts, payments }: Pick<Parts, 'accounts' | 'payments'>,
  { user_id, provider }: { user_id: UserId; provider: string },
  py_type: string,
) {
  const taken = await accounts.payOptions.takenFrom(user_id);
  const methods = payments.provider(provider)?.methods ?? [];
  return {
    py_type,
    pay_status: PAY_STATUS[payMethodOf(py_type) ?? ''] ?? 0,
    methods: methods.filter((method) => !taken.includes(`pay_${method}`)),
    refusal: '' as Pay['refusal'],
  };
}

/** Nothing to open: the order is not pending, a creator is hidden or banned, or the way of payment was taken away. */
const withoutPage = async (
  parts: Pick<Parts, 'accounts' | 'payments'>,
  { user_id, provider, charge_id }: { user_id: UserId } & Pick<Pay, 'provider' | 'charge_id'>,
  py_type: string,
  refusal: Pay['refusal'] = '',
): Promise<Pay> => ({
  provider,
  charge_id,
  url: '',
  code: '',
  ...(await waysOf(parts, { user_id, provider }, py_type)),
  refusal,
});

/** Whether nobody who sells these orders is hidden or banned. */
export function sellersAreShown(
  { committer }: Pick<Parts, 'committer'>,
  orders: readonly PlacedOrderState[],
): Promise<boolean> {
  const sellers = [...new Set(orders.map(({ placed }) => placed.creator_id))];
  return committer.read(
    sellers.map(standingStream),
    (states) => !sellers.some((seller) => isHidden(states, seller)),
  );
}

/** Whether staff took the way in which the order would be paid now from its account. */
async function isTaken(
  { accounts, payments }: Parts,
  { user_id, provider, charge_id }: { user_id: UserId; provider: string; charge_id: ChargeId },
  py_type: string,
  { py_type: chosen }: Payer,
): Promise<boolean> {
  const { payOptions } = accounts;
  if ((await payOptions.takenFrom(user_id)).length === 0) return false;
  const saved = chosen === undefined && (await payments.provider(provider)?.methodOf?.(charge_id));
  return !(await payOptions.allows(user_id, saved || methodOf(chosen ?? py_type)));
}

/** The charge's page; without one while the provider does not work: the next look tries again. */
async function charged(
  parts: Parts,
  py_type: string,
  user_id: UserId,
  request: Parameters<Payments['createCharge']>[0],
): Promise<Pay> {
  const { payments, telemetry } = parts;
  try {
    const { method, scene, code = '', ...charge } = await payments.createCharge(request);
    const [wanted, shown] = [payMethodOf(py_type), scene ?? paySceneOf(py_type)];
    // A type names its method more closely.
    const isAsWanted = method === undefined || (wanted === method && paySceneOf(py_type) === shown);
    const now = isAsWanted && !isInApp(py_type) ? py_type : payTypeOf(method ?? methodOf(py_type), shown);
    return { ...charge, code, ...(await waysOf(parts, { user_id, provider: charge.provider }, now)) };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof NoAnswerInTime)) throw error;
    const { provider = '', charge_id } = request;
    telemetry.logger.warn({ provider, charge_id, reason: error.message }, 'no page to pay at');
    return withoutPage(parts, { user_id, provider, charge_id }, py_type);
  }
}

/** One charge serves all attempts to pay: providers let a failed one be tried again. */
const ONLY_CHARGE = 1;

/**
 * The state of a cart by its orders: paid (2) if any is, pending (1) if all are, closed (3) otherwise. Each order has
 * its own state.
 */
export function cartStatus(orders: readonly PlacedOrderState[]): OrderStatus {
  if (orders.some(({ phase }) => phase === 'paid')) return ORDER_STATUS.success;
  return orders.every(({ phase }) => phase === 'pending') ? 1 : 3;
}

/** What a payer is offered. */
const offeredTo = ({ paypal }: Payer, pay: Pay): Pay => ({
  ...pay,
  methods: offeredMethods(pay.methods, paypal),
});

/** The payment of a whole cart; a missing charge is created. A closed one has none. */
export const payForCart = async (
  parts: Parts,
  cart: PlacedCart,
  orders: readonly PlacedOrderState[],
  payer: Payer = {},
): Promise<Pay> => offeredTo(payer, await payOfCart(parts, cart, orders, payer));

async function payOfCart(
  parts: Parts,
  cart: PlacedCart,
  orders: readonly PlacedOrderState[],
  payer: Payer,
): Promise<Pay> {
  const { cart_order_no: out_trade_no, provider, total_amount: amount, currency, expires_at } = cart;
  const charge_id = chargeIdOf(out_trade_no, ONLY_CHARGE);
  const py_type = orders[0]?.placed.py_type ?? '';
  const { user_id } = cart;
  const charge = { provider, charge_id };
  const without = (refusal?: Pay['refusal']) => withoutPage(parts, { user_id, ...charge }, py_type, refusal);
  if (cartStatus(orders) !== 1) return without();
  if (!(await sellersAreShown(parts, orders))) return without('not_on_sale');
  if (await isTaken(parts, { user_id, ...charge }, py_type, payer)) return without('not_granted');
  const checkout = checkoutOf(parts, orders, payer);
  const request = { ...charge, out_trade_no, amount, currency, expires_at, checkout };
  return charged(parts, py_type, user_id, request);
}

/** The cart that an order is paid with, and all of its orders. */
export async function cartNamed(
  { committer }: Pick<Parts, 'committer'>,
  number: PlacedCart['cart_order_no'],
): Promise<{ cart: PlacedCart; orders: PlacedOrderState[] } | undefined> {
  const stream = cartStream(number);
  const cart = await committer.read([stream], (states) => states.get(cartKind, stream));
  if (cart.phase === 'none') return undefined;
  const streams = cart.orders.map(({ out_trade_no }) => orderStream(out_trade_no));
  const orders = await committer.read(streams, (states) =>
    streams.flatMap((one) => {
      const order = states.get(orderKind, one);
      return order.phase === 'none' ? [] : [order];
    }),
  );
  return { cart, orders };
}

/** Where to pay a pending order: where its cart is paid, when it is part of one. */
export const payForOrder = async (parts: Parts, order: PlacedOrderState, payer: Payer = {}): Promise<Pay> =>
  offeredTo(payer, await payOfOrder(parts, order, payer));

async function payOfOrder(parts: Parts, order: PlacedOrderState, payer: Payer): Promise<Pay> {
  const { out_trade_no, provider, total_amount: amount, currency, expires_at, cart_order_no } = order.placed;
  if (cart_order_no !== null) {
    const found = await cartNamed(parts, cart_order_no);
    if (found) return payOfCart(parts, found.cart, found.orders, payer);
  }
  const charge_id = chargeIdOf(out_trade_no, ONLY_CHARGE);
  const { py_type, user_id } = order.placed;
  const without = (refusal?: Pay['refusal']) =>
    withoutPage(parts, { user_id, provider, charge_id }, py_type, refusal);
  if (order.phase !== 'pending') return without();
  if (!(await sellersAreShown(parts, [order]))) return without('not_on_sale');
  if (await isTaken(parts, { user_id, provider, charge_id }, py_type, payer)) return without('not_granted');
  const checkout = checkoutOf(parts, [order], payer);
  const charge = { provider, charge_id, out_trade_no, amount, currency, expires_at, checkout };
  return charged(parts, py_type, user_id, { ...charge, agreed: await isAgreed(parts, order) });
}

/** Whether the fan agreed to renewals in the checkout of this order. */
async function isAgreed(
  { committer }: Pick<Parts, 'committer'>,
  { placed }: PlacedOrderState,
): Promise<boolean> {
  if (placed.membership === null) return false;
  const stream = agreementStream(placed.plan_id, placed.user_id);
  const { offer } = await committer.read([stream], (states) => states.get(agreementKind, stream));
  return offer?.out_trade_no === placed.out_trade_no;
}

/**
 * Creates the charge of a pending order or cart again, if the provider lost it. The sandbox's books are not flushed
 * to disk when they answer.
 * @returns false if there is no such order or cart
 */
export async function makeChargeAgain(parts: Parts, charge_id: string): Promise<boolean> {
  const number = numberOfCharge(charge_id);
  if (number === undefined) return false;
  if (isCartNumber(number)) {
    const found = await cartNamed(parts, number);
    if (found) await payForCart(parts, found.cart, found.orders);
    return found !== undefined;
  }
  const stream = orderStream(number);
  const order = await parts.committer.read([stream], (states) => states.get(orderKind, stream));
  if (order.phase === 'none') return false;
  await payForOrder(parts, order);
  return true;
}
