import { mostSponsored } from '#read-models/memberships/sponsors/queries.ts';
import {
  editCreator,
  exploreCreators,
  getProfile,
  getProfileBySlug,
  setShopCount,
} from '../accounts/contract/accounts.ts';
import { CATEGORY_IDS } from '../accounts/contract/categories.ts';
import { ownUser, userAnswerOf } from '../accounts/user-answer.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';

const categories: ReadonlySet<string> = new Set(CATEGORY_IDS);
/** How many of the best supported creators are shown before all others. */
const RECOMMENDED = 24;
/** Words that the address bar needs for itself. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(['album', 'admin', 'support', 'official', 'fanwatt']);

/** Creators: becoming one, editing one's page, and finding others. */
export const creatorRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'catalog');
  const { profiles, showcase } = deps.accounts;

  on(editCreator, async (request) => {
    const { user_id } = callerOf(request);
    const { category_id, url_slug } = request.body;
    if (category_id !== '' && !categories.has(category_id)) {
      return refused(request, {
        code: 'bad_input',
        errors: [{ field: 'category_id', message: { key: 'unknown' } }],
      });
    }
    const saved = RESERVED_SLUGS.has(url_slug.toLowerCase())
      ? 'slug_taken'
      : await profiles.editCreator(user_id, request.body);
    if (saved === 'slug_taken') {
      return refused(request, {
        code: 'bad_input',
        errors: [{ field: 'url_slug', message: { key: 'already_taken' } }],
      });
    }
    const user = await ownUser(deps, user_id);
    if (user.creator === null) throw new Error('a creator was saved but is none');
    return ok({ user, creator: user.creator, position: await deps.log.head() });
  });

  on(setShopCount, async (request) => {
    const { count } = request.body;
    await profiles.setShopCount(callerOf(request).user_id, count);
    return ok({ limit_show_product_count: count });
  });

  on(getProfileBySlug, async (request) => {
    const found = await profiles.bySlug(request.query.url_slug);
    return found ? ok({ user: await userAnswerOf(deps, found) }) : refused(request, { code: 'not_found' });
  });

  on(getProfile, async (request) => {
    const found = await profiles.byId(request.query.user_id);
    return found ? ok({ user: await userAnswerOf(deps, found) }) : refused(request, { code: 'not_found' });
  });

  on(exploreCreators, async (request) => {
    const { page, per_page, category_id, search_q, rec } = request.query;
    const [most] = rec ? (await mostSponsored(deps.pool, RECOMMENDED)).rows : [];
    const { list: found, total } = await showcase.list({
      page,
      per_page,
      category_id,
      search: search_q,
      first: most?.creators ?? [],
    });
    return ok({ list: found, total_count: total, has_more: page * per_page < total });
  });
};
