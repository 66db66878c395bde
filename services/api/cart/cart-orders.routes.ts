import { toWire } from '#events/money.ts';
import { statusOf } from '#services/commerce/orders/order.ts';
import { badInput, isRefusal } from '#services/runtime/refusal.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { languageOf } from '../http/language.ts';
import { guessesByAddress } from '../http/rate-limits.ts';
import { isApiRefusal } from '../http/refusals.ts';
import { checkInvites } from '../orders/invite-guesses.ts';
import { upgradeNames } from '../orders/order-answer.ts';
import { cartStatus, payForCart } from '../payments/order-payment.ts';
import { preparedAnswer } from './cart-answer.ts';
import { settledEntries, wantedEntries } from './cart-entries.ts';
import { quotedEntries } from './cart-quote.ts';
import { orderCart, prepareCart } from './contract.ts';
import { takeCart } from './take-cart.ts';
/** Buying the entries of the cart: several orders with one payment. */
export const cartOrderRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'cart');
  const guesses = guessesByAddress(app);

  on(prepareCart, async (request) => {
    const { user_id: user } = callerOf(request);
    const { address_id, entries } = request.body;
    const guesser = { user, guesses: guesses(request) };
    const codes = (entries ?? []).map(({ invite_code }) => invite_code);
    const wanted = wantedEntries(await settledEntries(deps, user), entries);
    if (isRefusal(wanted)) return refused(request, wanted);
    const known = address_id === undefined ? undefined : await deps.addresses.provinceOf(user, address_id);
    if (address_id !== undefined && known === undefined) {
      return refused(request, badInput('address_id', { key: 'unknown' }));
    }
    const province = known ?? request.body.province;
    const asked = wanted.map(({ entry, wish }) => ({ ...entry, wish }));
    const quoted = await checkInvites(deps, guesser, codes, async (checked) => {
      const entriesQuoted = await quotedEntries(deps, asked, { user, together: true, province });
      checked(entriesQuoted.map(({ refusal }) => refusal));
      return entriesQuoted;
    });
    if (isApiRefusal(quoted)) return refused(request, quoted);
    const looked = wanted.flatMap(({ entry }, at) => {
      const one = quoted[at];
      return one ? [{ entry, quoted: one }] : [];
    });
    const quotes = quoted.flatMap(({ quote }) => quote ?? []);
    const names = await upgradeNames(deps.pool, quotes);
    return ok(preparedAnswer(looked, { names, language: languageOf(request) }));
  });

  on(orderCart, async (request) => {
    const { body } = request;
    const taken = await takeCart(deps, {
      user_id: callerOf(request).user_id,
      body,
      key: request.headers['idempotency-key'] ?? body.client_order_key,
      guesses: guesses(request),
      correlation_id: request.id,
    });
    if (!taken.ok) return refused(request, taken.refusal);
    const { cart, orders, position } = taken;
    return ok({
      cart_order_no: cart.cart_order_no,
      status: cartStatus(orders),
      total_amount: toWire(cart.total_amount),
      expires_at: Math.floor(cart.expires_at / 1000),
      position,
      pay: await payForCart(deps, cart, orders),
      orders: orders.map((order) => ({
        out_trade_no: order.placed.out_trade_no,
        status: statusOf(order),
        total_amount: toWire(order.placed.total_amount),
      })),
    });
  });
};
