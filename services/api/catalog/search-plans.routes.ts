import { asUserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import { searchPlans } from '#services/contract/catalog/search-plans.ts';
import { wordsOf } from '#services/contract/content/search-words.ts';
import { findPlans } from '#services/modules/catalog/find-plans.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';

/** Plans and products by their names. */
export const searchPlanRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'catalog');
  const { clock, directory, pool } = deps;

  on(searchPlans, async ({ query }) => {
    const words = wordsOf(query.q);
    const of = { words, now: clock.now(), ...rangeOf(query) };
    const { rows, as_of } = await findPlans(pool, of);
    const users = await directory.usersByIds(rows.map(({ creator_id }) => creator_id));
    const list = rows.map(({ creator_id, total_count: _, price, ...plan }) => {
      const { name = '', avatar = '', url_slug = '' } = users.get(asUserId(creator_id)) ?? {};
      return { ...plan, price: toWire(fenOf(price)), user: { user_id: creator_id, name, avatar, url_slug } };
    });
    return pageAnswer(query, { list: rows, total_count: rows[0]?.total_count ?? 0, as_of }, list);
  });
};
