import type { UserId } from '#events/ids.ts';
import { mostSponsored } from '#read-models/memberships/sponsors/queries.ts';
import { CATEGORY_IDS } from '#services/contract/accounts/categories.ts';
import {
  editCreator,
  exploreCreators,
  getProfile,
  getProfileBySlug,
  REC_CATEGORY,
  RESERVED_SLUGS,
} from '#services/contract/catalog/creators.ts';
import {
  CUSTOM_PLAN_DESC,
  chooseTheme,
  saveThemeColor,
  setCanCopyPic,
  setCanCopyText,
  setCustomPlan,
  setPublicIncome,
  setPublicSponsor,
  setShopCount,
  setShowAlbum,
  setShowShop,
  setShowSponsorList,
  setWatermark,
} from '#services/contract/catalog/page-settings.ts';
import type { CreatorRights } from '#services/modules/accounts/rights.ts';
import { CUSTOM_THEME, DEFAULT_THEME, themesOf } from '#services/modules/accounts/themes.ts';
import { pagePicturesRefusal } from '../accounts/page-pictures.ts';
import { ownUser, userAnswerOf } from '../accounts/user-answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid } from '../http/refusals.ts';
import { creatorCards } from './creator-cards.ts';

const categories: ReadonlySet<string> = new Set(CATEGORY_IDS);
/** How many of the best supported creators are shown before all others. */
const RECOMMENDED = 24;
/** Commerce specification 9. */

/** Each switch of a page, and whether only certified, recommended creators can switch it off. */
const SWITCHES = [
  [setShowAlbum, 'show_album', false],
  [setShowShop, 'show_shop', false],
  [setCanCopyText, 'can_copy_text', false],
  [setCanCopyPic, 'can_copy_pic', false],
  [setShowSponsorList, 'show_sponsor_list', true],
  [setPublicIncome, 'privacy_public_income', true],
  [setPublicSponsor, 'privacy_public_sponsor', true],
] as const;

/** Creators: becoming one, editing one's page, and finding others. */
export const creatorRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'catalog');
  const { profiles, showcase, rights } = deps.accounts;

  const canHide = ({ is_verified, rights }: CreatorRights) => is_verified && rights.can_be_recommended;

  /** The caller's own page after a change. */
  async function ownPage(user_id: UserId) {
    const user = await ownUser(deps, user_id);
    if (user.creator === null) throw new Error('a creator was saved but is none');
    return { user, creator: user.creator };
  }

  on(editCreator, async ({ body, caller: { user_id } }) => {
    const { category_id, url_slug } = body;
    if (category_id !== '' && !categories.has(category_id)) {
      return invalid('category_id', { key: 'unknown' });
    }
    const strange = await pagePicturesRefusal(deps, user_id, body);
    if (strange) return strange;
    const saved = RESERVED_SLUGS.has(url_slug.toLowerCase())
      ? 'slug_taken'
      : await profiles.editCreator(user_id, body);
    if (saved === 'slug_taken') {
      return invalid('url_slug', { key: 'already_taken' });
    }
    return { ...(await ownPage(user_id)), position: await deps.log.head() };
  });

  on(setShopCount, async ({ body: { count }, caller }) => {
    await profiles.setPage(caller.user_id, { limit_show_product_count: count });
    return { limit_show_product_count: count };
  });

  on(setCustomPlan, async ({ body: { custom_plan, custom_plan_desc }, caller: { user_id } }) => {
    const custom_desc = custom_plan_desc?.trim() === '' ? CUSTOM_PLAN_DESC : custom_plan_desc?.trim();
    await profiles.setPage(user_id, {
      ...(custom_plan !== undefined && { custom_plan }),
      ...(custom_desc !== undefined && { custom_plan_desc: custom_desc }),
    });
    return { creator: (await ownPage(user_id)).creator };
  });

  on(setWatermark, async ({ body, caller: { user_id } }) => {
    await profiles.setPage(user_id, body);
    return { creator: (await ownPage(user_id)).creator };
  });

  /** The creator's themes with their colours. */
  async function themesNow(user_id: UserId) {
    const { creator } = (await profiles.own(user_id)) ?? {};
    return themesOf({ theme_color: DEFAULT_THEME, custom_theme: '', ...creator });
  }

  on(chooseTheme, async ({ body: { theme_id }, caller: { user_id } }) => {
    const themes = await themesNow(user_id);
    const theme_color = themes.find(({ id }) => id === theme_id)?.css;
    if (theme_color === undefined) return invalid('theme_id', { key: 'unknown' });
    await profiles.setPage(user_id, { theme_color, custom_theme: themes.at(-1)?.css ?? '' });
    return { creator: (await ownPage(user_id)).creator };
  });

  on(saveThemeColor, async ({ body: { theme_id, theme_color }, caller: { user_id } }) => {
    if (theme_id !== CUSTOM_THEME) return invalid('theme_id', { key: 'unknown' });
    await profiles.setPage(user_id, { theme_color, custom_theme: theme_color });
    return { creator: (await ownPage(user_id)).creator };
  });

  for (const [call, field, certified] of SWITCHES) {
    on(call, async ({ body: { status }, caller: { user_id } }) => {
      if (certified && !status && !(await rights.allows(user_id, canHide))) {
        return invalid('status', { key: 'verified_only' });
      }
      await profiles.setPage(user_id, { [field]: status });
      await rights.refresh(user_id);
      return { creator: (await ownPage(user_id)).creator };
    });
  }

  on(getProfileBySlug, async ({ query }) => {
    const found = await profiles.bySlug(query.url_slug);
    return found ? { user: await userAnswerOf(deps, found) } : { code: 'not_found' };
  });

  on(getProfile, async ({ query }) => {
    const found = await profiles.byId(query.user_id);
    return found ? { user: await userAnswerOf(deps, found) } : { code: 'not_found' };
  });

  on(exploreCreators, async ({ query: { page, per_page, type, category_id, search_q, rec } }) => {
    const isRecommended = rec || category_id === REC_CATEGORY;
    const first = isRecommended ? (await mostSponsored(deps.pool, { most: RECOMMENDED })).rows : [];
    const { list: found, total } = await showcase.list({
      page,
      per_page,
      category_id: category_id === REC_CATEGORY ? '' : category_id,
      search: search_q,
      order: type,
      first: first.map(({ creator_id }) => creator_id),
      now: deps.clock.now(),
    });
    return {
      list: await creatorCards(deps, found),
      total_count: total,
      has_more: page * per_page < total,
    };
  });
};
