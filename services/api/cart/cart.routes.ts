import { isRefusal } from '#services/runtime/refusal.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { languageOf } from '../http/language.ts';
import { upgradeNames } from '../orders/order-answer.ts';
import { cartAnswer } from './cart-answer.ts';
import { settledEntries } from './cart-entries.ts';
import { quotedEntries } from './cart-quote.ts';
import { addCartEntry, deleteCartEntries, listCart, editCartRemark, countCartEntries, pickCartEntries } from './contract.ts';
import { putInCart } from './put-in-cart.ts';
/** The cart of a fan. */
export const cartRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'cart');
  const { carts } = deps;
  const notFound = { code: 'not_found' } as const;

  on(listCart, async (request) => {
    const { user_id: user } = callerOf(request);
    const entries = await settledEntries(deps, user);
    const quoted = await quotedEntries(deps, entries, { user, together: false });
    const looked = entries.flatMap((entry, at) => {
      const one = quoted[at];
      return one ? [{ entry, quoted: one }] : [];
    });
    const [creators, names] = await Promise.all([
      deps.directory.usersByIds([...new Set(entries.map(({ creator_id }) => creator_id))]),
      upgradeNames(
        deps.pool,
        quoted.flatMap(({ quote }) => quote ?? []),
      ),
    ]);
    return ok(cartAnswer(looked, creators, { names, language: languageOf(request) }));
  });

  on(countCartEntries, async (request) => ok({ total_count: await carts.count(callerOf(request).user_id) }));

  on(addCartEntry, async (request) => {
    const { user_id } = callerOf(request);
    const put = await putInCart(deps, user_id, request.body);
    if (isRefusal(put)) return refused(request, put);
    return ok({ cart_id: put.cart_id, total_count: await carts.count(user_id) });
  });

  on(deleteCartEntries, async (request) => {
    const { user_id } = callerOf(request);
    // Removing a removed entry succeeds.
    await carts.remove(user_id, request.body.cart_id);
    return ok({ total_count: await carts.count(user_id) });
  });

  on(editCartRemark, async (request) => {
    const { user_id } = callerOf(request);
    const { cart_id, remark } = request.body;
    if (!(await carts.remark(user_id, cart_id, remark.trim()))) return refused(request, notFound);
    return ok({ total_count: await carts.count(user_id) });
  });

  on(pickCartEntries, async (request) => {
    const { user_id } = callerOf(request);
    const { cart_id, picked } = request.body;
    const found = await carts.pick(user_id, cart_id, picked);
    if (found < new Set(cart_id).size) return refused(request, notFound);
    return ok({ total_count: await carts.count(user_id) });
  });
};
