import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { asPlanId, asUserId, type UserId } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import { CUSTOM_PLAN, PLAN_STATUS } from '#events/status.ts';
import { planTags } from '#read-models/catalog/names.ts';
import { type CatalogPlan, planById, plansOf, skusOf } from '#read-models/catalog/queries.ts';
import { plansOfAlbum } from '#read-models/content/albums/opened.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import { isHiddenFromBuyers, shownStatus } from '#services/commerce/catalog/on-sale.ts';
import {
  getPlan,
  listAllPlans,
  listPlans,
  listPlanTags,
  listProducts,
  listSkus,
} from '#services/contract/catalog/plans.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import { affiliateAppliedToAny } from '../affiliates/affiliate-applied.ts';
import { pageAnswer, rangeOf, Unlisted } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Caller } from '../http/caller.ts';
import { getsPayPal } from '../http/proxies/abroad.ts';
import { planAnswerOf, skuAnswer } from './plan-answer.ts';
import { fittingPlans } from './plan-list.ts';
import { fanOf, ownerOf, type Viewer, visitorOf, withOpened } from './plan-viewer.ts';

/** Names in lists to choose from are cut here (creator specification 9). */
const MAX_TAG_LENGTH = 30;
const MAX_TAGS = 100;

interface Page {
  page: number;
  per_page: number;
}

interface PageOptions {
  with_hidden: boolean;
  /** Whether the caller is offered PayPal. */
  paypal: boolean;
  /** Only these. */
  plan_ids?: readonly string[] | undefined;
}

/** Public lists and pages of offers. */
export const catalogRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'catalog');
  const { pool, clock } = deps;
  const paypalFor = (request: FastifyRequest) => getsPayPal(deps.config.countryHeader, request);

  /** Of a hidden or banned creator only the creator sees anything. */
  const isShown = async (creator: string): Promise<boolean> =>
    (await deps.accounts.rights.of(asUserId(creator))).is_shown;

  /** A page of a creator's offers; the creator also sees the private fields. */
  async function pageOf(
    caller: Caller | undefined,
    creator: string,
    kind: 'plans' | 'products' | 'all',
    page: Page,
    { with_hidden, paypal, plan_ids }: PageOptions,
  ) {
    const now = clock.now();
    const own = caller?.user_id === creator;
    const found = await plansOf(pool, {
      creator_id: creator,
      kind,
      with_hidden: own && with_hidden,
      now,
      plan_ids,
      ...rangeOf(page),
    });
    const viewer = own
      ? await ownerOf(deps, asUserId(creator), found.list)
      : await visitorOf(deps, asUserId(creator), paypal);
    if (!own && !(await isShown(creator)))
      return pageAnswer(page, { ...found, list: [], total_count: 0 }, []);
    const shown = await withOpened(deps, viewer, found.list);
    return pageAnswer(page, found, fittingPlans(found.list.map((one) => planAnswerOf(one, shown))));
  }

  /** The entry for an amount of the fan's choice, unless the creator hides it. */
  async function customEntry(
    user_id: string,
  ): Promise<{ custom_plan: number; custom_plan_desc: string } | null> {
    const { creator } = (await deps.accounts.profiles.byId(user_id)) ?? {};
    if (!creator || creator.custom_plan === CUSTOM_PLAN.hidden) return null;
    const { custom_plan, custom_plan_desc } = creator;
    return { custom_plan, custom_plan_desc };
  }

  /** The plans that a request names, by themselves and by their album; undefined: all. */
  async function namedPlans({
    user_id: creator_id,
    album_id,
    unlock_plan_ids,
  }: Pick<z.output<typeof listPlans.query>, 'user_id' | 'album_id' | 'unlock_plan_ids'>) {
    if (album_id === undefined) return unlock_plan_ids;
    const { rows } = await plansOfAlbum(pool, { creator_id, album_id });
    const ids = rows.map(({ plan_id }) => plan_id);
    return unlock_plan_ids === undefined ? ids : ids.filter((id) => unlock_plan_ids.includes(id));
  }

  for (const [call, kind] of [
    [listPlans, 'plans'],
    [listProducts, 'products'],
  ] as const) {
    on(call, async ({ query, caller, request }) => {
      const { user_id, with_hidden, sale_only, post_only, diy, affiliate_code } = query;
      const listKind = sale_only ? 'products' : post_only ? 'plans' : kind;
      const options = { with_hidden, paypal: paypalFor(request), plan_ids: await namedPlans(query) };
      const answer = await pageOf(caller, user_id, listKind, query, options);
      const use = { creator_id: asUserId(user_id), user_id: caller?.user_id ?? null, affiliate_code };
      const ids = answer.list.map(({ plan_id }) => asPlanId(plan_id));
      const affiliate_applied =
        affiliate_code === undefined ? 0 : await affiliateAppliedToAny(deps, use, ids);
      return { ...answer, diy: diy ? await customEntry(user_id) : null, affiliate_applied };
    });
  }

  on(listAllPlans, ({ query, caller, request }) =>
    pageOf(caller, caller.user_id, 'all', query, { with_hidden: true, paypal: paypalFor(request) }),
  );

  on(listPlanTags, async ({ caller: { user_id: creator_id } }) => {
    const { rows, as_of } = await planTags(pool, { creator_id, most: MAX_TAGS, longest: MAX_TAG_LENGTH });
    return { list: rows.map((one) => ({ ...one, price: toWire(one.price) })), as_of };
  });

  /** A hidden plan is visible to its creator, and to everybody with its address if it can be bought while hidden. */
  const mayLook = (visitor: UserId | undefined, found: CatalogPlan): boolean =>
    visitor === found.creator_id || !isHiddenFromBuyers(shownStatus(found, clock.now()), found.offer);

  type PlanLookup =
    | { ok: true; found: CatalogPlan; viewer: Viewer; as_of: AsOf }
    | { ok: false; refusal: Refusal };

  /** The plan and the caller's relation to it, or a refusal. */
  async function look(
    visitor: UserId | undefined,
    plan_id: string,
    request: FastifyRequest,
  ): Promise<PlanLookup> {
    const { rows, as_of } = await planById(pool, { plan_id, visitor });
    const [found] = rows;
    if (!found || !mayLook(visitor, found)) return { ok: false, refusal: { code: 'not_found' } };
    if (found.status === PLAN_STATUS.deleted) return { ok: false, refusal: { code: 'plan_deleted' } };
    const own = visitor !== undefined && visitor === found.creator_id;
    if (!own && !(await isShown(found.creator_id))) return { ok: false, refusal: { code: 'not_found' } };
    const viewer = own
      ? await ownerOf(deps, visitor, [found])
      : await fanOf(deps, visitor, found, paypalFor(request));
    return { ok: true, found, viewer: await withOpened(deps, viewer, [found]), as_of };
  }

  on(getPlan, async ({ query, caller, request }) => {
    const looked = await look(caller?.user_id, query.plan_id, request);
    if (!looked.ok) return looked.refusal;
    const { found, viewer, as_of } = looked;
    const plan = planAnswerOf(found, viewer);
    const answer = { plan, now: Math.floor(viewer.now / 1000), as_of };
    return plan.status === PLAN_STATUS.hidden ? new Unlisted(answer) : answer;
  });

  on(listSkus, async ({ query, caller, request }) => {
    const looked = await look(caller?.user_id, query.plan_id, request);
    if (!looked.ok) return looked.refusal;
    const { found, viewer, as_of } = looked;
    const { list = [] } = (await skusOf(pool, { plan_id: found.plan_id, ...rangeOf(query) })).rows[0] ?? {};
    const shown = await withOpened(deps, viewer, [{ ...found, skus: list }]);
    const skus = list.map((sku) => skuAnswer(sku, found.offer, shown));
    return pageAnswer(query, { total_count: found.sku_count, list, as_of }, skus);
  });
};
