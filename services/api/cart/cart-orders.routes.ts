import { toWire } from '#events/money.ts';
import { statusOf } from '#services/commerce/orders/order.ts';
import { orderCart, prepareCart } from '#services/contract/cart/calls.ts';
import { badInput, isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { getsPayPal } from '../http/proxies/abroad.ts';
import { guessesByAddress } from '../http/rate-limits.ts';
import { isApiRefusal } from '../http/refusals.ts';
import { checkInvites } from '../orders/invite-guesses.ts';
import { replacedNames } from '../orders/order-answer.ts';
import { cartStatus, payerOf, payForCart } from '../payments/order-payment.ts';
import { preparedAnswer } from './cart-answer.ts';
import { requestedEntries, settledEntries } from './cart-entries.ts';
import { quotedEntries } from './cart-quote.ts';
import { takeCart } from './take-cart.ts';
/** Buying the entries of the cart: several orders with one payment. */
export const cartOrderRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'cart');
  const guesses = guessesByAddress(app);

  on(prepareCart, async ({ body, caller: { user_id: user }, language, request }) => {
    const { address_id, entries } = body;
    const guesser = { user, guesses: guesses(request) };
    const codes = (entries ?? []).map(({ invite_code }) => invite_code);
    const wanted = requestedEntries(await settledEntries(deps, user), entries);
    if (isRefusal(wanted)) return wanted;
    const known = address_id === undefined ? undefined : await deps.addresses.provinceOf(user, address_id);
    if (address_id !== undefined && known === undefined) {
      return badInput('address_id', { key: 'unknown' });
    }
    const province = known ?? body.province;
    const chosen = wanted.map(({ entry, wish }) => ({ ...entry, wish }));
    const quoted = await checkInvites(deps, guesser, codes, async (checked) => {
      const entriesQuoted = await quotedEntries(deps, chosen, { user, together: true, province });
      checked(entriesQuoted.map(({ refusal }) => refusal));
      return entriesQuoted;
    });
    if (isApiRefusal(quoted)) return quoted;
    const looked = wanted.flatMap(({ entry }, at) => {
      const one = quoted[at];
      return one ? [{ entry, quoted: one }] : [];
    });
    const quotes = quoted.flatMap(({ quote }) => quote ?? []);
    const names = await replacedNames(deps.pool, quotes);
    return preparedAnswer(looked, { names, language });
  });

  on(orderCart, async ({ body, headers, caller, request }) => {
    const paypal = getsPayPal(deps.config.countryHeader, request);
    const taken = await takeCart(deps, {
      user_id: caller.user_id,
      paypal,
      body,
      key: headers['idempotency-key'] ?? body.client_order_key,
      guesses: guesses(request),
    });
    if (!taken.ok) return taken.refusal;
    const { cart, orders, position } = taken;
    return {
      cart_order_no: cart.cart_order_no,
      status: cartStatus(orders),
      total_amount: toWire(cart.total_amount),
      expires_at: Math.floor(cart.expires_at / 1000),
      position,
      pay: await payForCart(deps, cart, orders, { ...payerOf(request), paypal }),
      orders: orders.map((order) => ({
        out_trade_no: order.placed.out_trade_no,
        status: statusOf(order),
        total_amount: toWire(order.placed.total_amount),
      })),
    };
  });
};
