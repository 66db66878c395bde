import { asPlanId } from '#events/ids.ts';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import { type BusinessMonth, monthAt, nextMonth } from '#events/time.ts';
import { type CatalogPlan, plansByIds, plansOf } from '#read-models/catalog/queries.ts';
import { keptPostList, keptPosts } from '#read-models/content/kept-posts.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { shownStatus } from '#services/commerce/catalog/on-sale.ts';
import {
  listPromisedPosts,
  listPromises,
  type PlanPromise,
  savePromise,
} from '#services/contract/content/promises.ts';
import { promisedIn } from '#services/modules/content/promises.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';

/** Months that a page shows. */
const MONTHS = 6;
const MAX_PLANS = 100;
const MAX_POSTS = 200;

/** What plans promise, and whether it was kept. */
export const promiseRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { calendar, clock, pool, postTexts, promises } = deps;

  const startOf = (month: BusinessMonth) => calendar.startOf(`${month}-01`);
  /** The last months with the one that runs, newest first. */
  function lastMonths(): BusinessMonth[] {
    const months = [monthAt(calendar, clock.now())];
    while (months.length < MONTHS) months.push(monthAt(calendar, startOf(months.at(-1) ?? '') - 1));
    return months;
  }
  const spansOf = (months: readonly BusinessMonth[]) => ({
    starts: months.map(startOf),
    ends: months.map((month) => Math.min(startOf(nextMonth(month)), clock.now() + 1)),
  });
  const about = ({ creator_id, plan_id, offer }: CatalogPlan) => ({
    creator_id,
    plan_id,
    price: offer.price,
  });

  on(listPromises, async ({ query: { user_id: creator_id }, caller }) => {
    const now = clock.now();
    const with_hidden = caller?.user_id === creator_id;
    const page = { kind: 'plans', with_hidden, now, limit: MAX_PLANS, offset: 0 } as const;
    const { list: plans, as_of } = await plansOf(pool, { creator_id, ...page });
    const all = Map.groupBy(
      await promises.of(plans.map(({ plan_id }) => asPlanId(plan_id))),
      ({ plan_id }) => plan_id,
    );
    const present = monthAt(calendar, now);
    const list: PlanPromise[] = [];
    let complete = as_of;
    for (const plan of plans) {
      const own = all.get(asPlanId(plan.plan_id)) ?? [];
      const months = lastMonths().filter((month) => promisedIn(own, month) > 0);
      const posts = promisedIn(own, nextMonth(present));
      if (posts === 0 && months.length === 0) continue;
      const kept = await keptPosts(pool, { ...about(plan), ...spansOf(months) });
      complete = earliest(complete, kept.as_of);
      const counts = new Map(kept.rows.map(({ start_at, count }) => [start_at, count]));
      list.push({
        plan_id: plan.plan_id,
        name: plan.offer.name,
        posts,
        months: months.map((month) => {
          const published = counts.get(startOf(month)) ?? 0;
          const promised = promisedIn(own, month);
          const state = published >= promised ? 'kept' : month === present ? 'running' : 'missed';
          return { month, promised, published, state };
        }),
      });
    }
    return { list, as_of: complete };
  });

  on(listPromisedPosts, async ({ query: { plan_id, month }, caller }) => {
    const [plan] = (await plansByIds(pool, { ids: [plan_id] })).rows;
    const isOwn = plan?.creator_id === caller?.user_id;
    if (!plan || (!isOwn && shownStatus(plan, clock.now()) !== PLAN_STATUS.normal)) return notFound;
    // Only months that the page shows.
    const months = lastMonths().filter((one) => one === month);
    const { rows, as_of } = await keptPostList(pool, { ...about(plan), ...spansOf(months), most: MAX_POSTS });
    const titled = rows.filter(({ shown }) => shown);
    const textOf = await postTexts.of(
      titled.map((row) => ({ ...row, has_right: false })),
      'listed',
    );
    const list = rows.map(({ post_id, published_at, shown }) => ({
      post_id,
      title: shown ? textOf(post_id).title : '',
      publish_time: Math.floor(published_at / 1000),
      shown,
    }));
    return { list, as_of };
  });

  on(savePromise, async ({ body: { plan_id, posts }, caller: { user_id: creator_id } }) => {
    const [plan] = (await plansByIds(pool, { ids: [plan_id] })).rows;
    const isOwn = plan?.creator_id === creator_id && plan.status !== PLAN_STATUS.deleted;
    if (!plan || !isOwn || plan.offer.product_type !== PRODUCT_TYPE.sponsorship) return notFound;
    const from_month = nextMonth(monthAt(calendar, clock.now()));
    await promises.save({ plan_id: asPlanId(plan_id), from_month, posts });
    return { from_month, posts };
  });
};
