import { asPlanId, asSkuId } from '#events/ids.ts';
import { POST_STATUS } from '#events/status.ts';
import { planById, plansByIds } from '#read-models/catalog/queries.ts';
import { postsNaming } from '#read-models/content/opened.ts';
import { postById } from '#read-models/content/queries.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { linkSku as linkCommand } from '#services/commerce/content/link-sku.ts';
import { linkSku, listLinkedPosts, listPostPlans, unlinkSku } from '#services/contract/content/post-links.ts';
import { postName } from '#services/modules/content/post-name.ts';
import { planAnswerOf, skuAnswer } from '../catalog/plan-answer.ts';
import { fittingPlans } from '../catalog/plan-list.ts';
import { anonymousViewer, fanOf, withOpened } from '../catalog/plan-viewer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';
import { postViewer } from './post-viewer.ts';
import { waysToRead } from './post-ways.ts';
import { mayLink } from './save-post.ts';

const MAX_PLANS = 20;
const MAX_SKUS = 20;
const MAX_LINKS = 500;

/** What opens a post, and which posts the SKUs of a plan open. */
export const postLinkRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { committer, pool, postTexts, clock } = deps;

  on(listPostPlans, async ({ query: { post_id }, caller }) => {
    const user = caller?.user_id;
    const found = await postById(pool, { post_id, viewer: '', at: clock.now() });
    const [post] = found.rows;
    if (post === undefined) return notFound;
    if (post.status === POST_STATUS.deleted) return { code: 'post_deleted' };
    const { author } = await postViewer(deps, post.creator_id, user);
    const isShown = post.status === POST_STATUS.normal && post.audience !== 'self';
    if (!author && !isShown) return notFound;
    const ways = (await waysToRead(deps, [post], user ?? ''))(post);
    const plan_ids = ways.flatMap(({ sku, plan_id }) => (sku === null ? [plan_id] : [])).slice(0, MAX_PLANS);
    const items = ways.filter(({ sku }) => sku !== null).slice(0, MAX_SKUS);
    const ids = [...new Set([...plan_ids, ...items.map(({ plan_id }) => plan_id)])];
    const plans = await plansByIds(pool, { ids });
    const opened = await withOpened(deps, anonymousViewer(clock.now()), plans.rows);
    const viewed = await Promise.all(
      plans.rows.map(async (plan) => {
        const viewer = await fanOf(deps, user, plan);
        return { plan, viewer: { ...viewer, opens: opened.opens, fileOf: opened.fileOf } };
      }),
    );
    const of = (plan_id: string) => viewed.find(({ plan }) => plan.plan_id === plan_id);
    const list = plan_ids.flatMap((plan_id) => {
      const one = of(plan_id);
      return one ? [planAnswerOf(one.plan, one.viewer)] : [];
    });
    const skus = items.flatMap(({ plan_id, sku }) => {
      const { plan, viewer } = of(plan_id) ?? {};
      const found = plan?.skus.find(({ sku_id }) => sku_id === sku?.sku_id);
      return plan && viewer && found ? [{ ...skuAnswer(found, plan.offer, viewer), plan_id }] : [];
    });
    return { list: fittingPlans(list), skus, as_of: earliest(found.as_of, plans.as_of) };
  });

  for (const [endpoint, linked] of [
    [linkSku, true],
    [unlinkSku, false],
  ] as const) {
    on(endpoint, async ({ body: { post_id, plan_id, sku_id }, caller: { user_id: creator_id } }) => {
      const may_link = await mayLink(deps, creator_id);
      const sku = { plan_id: asPlanId(plan_id), sku_id: asSkuId(sku_id) };
      const outcome = await committer.submit(linkCommand({ creator_id, post_id, ...sku, linked, may_link }));
      return outcome.accepted ? { position: outcome.position } : outcome.refusal;
    });
  }

  on(listLinkedPosts, async ({ query: { plan_id }, caller: { user_id: creator_id } }) => {
    const [plan] = (await planById(pool, { plan_id })).rows;
    if (plan?.creator_id !== creator_id) return notFound;
    const sku_ids = plan.skus.map(({ sku_id }) => sku_id);
    const { rows, as_of } = await postsNaming(pool, { creator_id, sku_ids, most: MAX_LINKS });
    const textOf = await postTexts.namesOf(rows);
    const list = rows.map(({ sku_id, post_id, status }) => ({
      sku_id,
      post_id,
      title: postName(textOf(post_id), true),
      status,
    }));
    return { list, as_of };
  });
};
