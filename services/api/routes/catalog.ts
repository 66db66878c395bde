import type { FastifyRequest } from 'fastify';
import { type CatalogPlan, plansByIds, plansOf } from '#read-models/catalog/queries.ts';
import { PLAN_DELETED, PLAN_HIDDEN } from '#services/commerce/plan.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { visitorOf } from '../caller.ts';
import { list } from '../contract/fields.ts';
import { plan, planAnswer, planQuery, plansQuery } from '../contract/plans.ts';
import { planAnswerOf } from '../plan-answer.ts';

const tags = ['Plans'];
const MODELS = ['catalog', 'stock', 'orders'];

/** What is on sale, as everybody sees it. */
export const catalogRoutes: Area = (deps) => async (app) => {
  const reached = async (position: number | undefined): Promise<void> => {
    if (position === undefined) return;
    await Promise.all(MODELS.map((model) => deps.readModels.waitFor(model, position)));
  };

  for (const [call, kind] of [
    ['get-plans', 'plans'],
    ['get-products', 'products'],
  ] as const) {
    app.get(
      `/api/creator/${call}`,
      {
        config: { access: 'guest' },
        schema: { querystring: plansQuery, response: answers(list(plan)), tags },
      },
      async (request) => {
        const { user_id, page, per_page, min_position, with_hidden } = request.query;
        await reached(min_position);
        const own = visitorOf(request)?.user_id === user_id;
        const { rows, as_of } = await plansOf(deps.pool, {
          creator_id: user_id,
          kind,
          with_hidden: own && with_hidden,
          now: deps.clock.now(),
          limit: per_page,
          offset: (page - 1) * per_page,
        });
        const { list: found, total_count } = rows[0] ?? { list: [], total_count: 0 };
        return ok({
          list: found.map(planAnswerOf),
          total_count,
          has_more: page * per_page < total_count,
          as_of,
        });
      },
    );
  }

  /** A hidden plan is there for its creator, and for whoever has its address when it can be bought hidden. */
  const mayLook = (request: FastifyRequest, { creator_id, status, offer }: CatalogPlan): boolean =>
    status !== PLAN_HIDDEN || offer.can_buy_hide || visitorOf(request)?.user_id === creator_id;

  app.get(
    '/api/plan/detail',
    { config: { access: 'guest' }, schema: { querystring: planQuery, response: answers(planAnswer), tags } },
    async (request) => {
      const { plan_id, min_position } = request.query;
      await reached(min_position);
      const { rows, as_of } = await plansByIds(deps.pool, [plan_id]);
      const [found] = rows;
      if (!found || !mayLook(request, found)) return refused(request, { code: 'not_found' });
      if (found.status === PLAN_DELETED) return refused(request, { code: 'plan_deleted' });
      return ok({ plan: planAnswerOf(found), as_of });
    },
  );
};
