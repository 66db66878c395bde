import { mostSponsored } from '#read-models/memberships/sponsors/queries.ts';
import {
  bySlug,
  byUserId,
  creatorAnswer,
  creatorCard,
  editBasic,
  setShopCount,
  shopCountAnswer,
  userAnswer,
} from '../accounts/contract/accounts.ts';
import { CATEGORY_IDS } from '../accounts/contract/categories.ts';
import { ownUser, userAnswerOf } from '../accounts/user-answer.ts';
import { answers, ok, refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { list } from '../http/contract/fields.ts';
import { exploreQuery } from '../stats/contract.ts';

const tags = ['catalog'];
const categories: ReadonlySet<string> = new Set(CATEGORY_IDS);
/** How many of the best supported creators are shown before all others. */
const RECOMMENDED = 24;
/** Words that the address bar needs for itself. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(['album', 'admin', 'support', 'official', 'fanwatt']);

/** Creators: becoming one, editing one's page, and finding others. */
export const creatorRoutes: Area = (deps) => async (app) => {
  const { profiles, showcase } = deps.accounts;

  app.post(
    '/api/creator/edit-basic',
    { config: { access: 'fan' }, schema: { body: editBasic, response: answers(creatorAnswer), tags } },
    async (request) => {
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
    },
  );

  app.post(
    '/api/creator/set-shop-count',
    {
      config: { access: 'creator' },
      schema: { body: setShopCount, response: answers(shopCountAnswer), tags },
    },
    async (request) => {
      const { count } = request.body;
      await profiles.setShopCount(callerOf(request).user_id, count);
      return ok({ limit_show_product_count: count });
    },
  );

  app.get(
    '/api/user/get-profile-by-slug',
    {
      config: { access: 'guest' },
      schema: { querystring: bySlug, response: answers(userAnswer), tags },
    },
    async (request) => {
      const found = await profiles.bySlug(request.query.url_slug);
      return found ? ok({ user: await userAnswerOf(deps, found) }) : refused(request, { code: 'not_found' });
    },
  );

  app.get(
    '/api/user/get-profile',
    {
      config: { access: 'guest' },
      schema: { querystring: byUserId, response: answers(userAnswer), tags },
    },
    async (request) => {
      const found = await profiles.byId(request.query.user_id);
      return found ? ok({ user: await userAnswerOf(deps, found) }) : refused(request, { code: 'not_found' });
    },
  );

  app.get(
    '/api/creator/explore',
    {
      config: { access: 'guest' },
      schema: { querystring: exploreQuery, response: answers(list(creatorCard)), tags },
    },
    async (request) => {
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
    },
  );
};
