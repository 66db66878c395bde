import {
  addCartEntry,
  countCartEntries,
  deleteCartEntries,
  editCartRemark,
  listCart,
  pickCartEntries,
} from '#services/contract/cart/calls.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';
import { replacedNames } from '../orders/order-answer.ts';
import { cartAnswer } from './cart-answer.ts';
import { settledEntries } from './cart-entries.ts';
import { quotedEntries } from './cart-quote.ts';
import { putInCart } from './put-in-cart.ts';
/** The cart of a fan. */
export const cartRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'cart');
  const { carts } = deps;

  on(listCart, async ({ caller: { user_id: user }, language }) => {
    const entries = await settledEntries(deps, user);
    const quoted = await quotedEntries(deps, entries, { user, together: false });
    const looked = entries.flatMap((entry, at) => {
      const one = quoted[at];
      return one ? [{ entry, quoted: one }] : [];
    });
    const [creators, names] = await Promise.all([
      deps.directory.usersByIds([...new Set(entries.map(({ creator_id }) => creator_id))]),
      replacedNames(
        deps.pool,
        quoted.flatMap(({ quote }) => quote ?? []),
      ),
    ]);
    return cartAnswer(looked, creators, { names, language });
  });

  on(countCartEntries, async ({ caller }) => ({ total_count: await carts.count(caller.user_id) }));

  on(addCartEntry, async ({ body, headers, caller: { user_id } }) => {
    const key = headers['idempotency-key'];
    const request = key === undefined ? undefined : { key, request_hash: deps.requestHash(user_id, body) };
    const put = await putInCart(deps, user_id, body, request);
    if (isRefusal(put)) return put;
    return { cart_id: put.cart_id, total_count: await carts.count(user_id) };
  });

  on(deleteCartEntries, async ({ body, caller: { user_id } }) => {
    // Removing a removed entry succeeds.
    await carts.remove(user_id, body.cart_id);
    return { total_count: await carts.count(user_id) };
  });

  on(editCartRemark, async ({ body: { cart_id, remark }, caller: { user_id } }) => {
    if (!(await carts.remark(user_id, cart_id, remark.trim()))) return notFound;
    return { total_count: await carts.count(user_id) };
  });

  on(pickCartEntries, async ({ body: { cart_id, picked }, caller: { user_id } }) => {
    const found = await carts.pick(user_id, cart_id, picked);
    if (found < new Set(cart_id).size) return notFound;
    return { total_count: await carts.count(user_id) };
  });
};
