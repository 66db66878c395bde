import { plansByIds } from '#read-models/catalog/queries.ts';
import { membershipsWith } from '#read-models/memberships/queries.ts';
import { newestSponsors, newestSponsorsAmong } from '#read-models/memberships/sponsors/queries.ts';
import { planAnswerOf } from '../catalog/plan-answer.ts';
import { fittingPlans } from '../catalog/plan-list.ts';
import { anonymousViewer } from '../catalog/plan-viewer.ts';
import { rangeOf } from '../http/answer.ts';
import { wire } from '../http/money.ts';
import { openPlanOf } from './plans.ts';
import { privateId } from './private-id.ts';
import { type OpenWork, type Runs, totals } from './work.ts';

/** Plans of the valid memberships of these fans, by fan, the newest membership first. */
async function plansOfFans({ deps, creator }: OpenWork, fans: readonly string[]) {
  const now = deps.clock.now();
  const { rows: spans } = await membershipsWith(deps.pool, { creator_id: creator, users: fans, at: now });
  const ids = [...new Set(spans.map(({ plan_id }) => plan_id))];
  const { rows: plans } = ids.length > 0 ? await plansByIds(deps.pool, { ids }) : { rows: [] };
  const shown = fittingPlans(plans.map((plan) => planAnswerOf(plan, anonymousViewer(now))));
  const byId = new Map(shown.map((plan) => [plan.plan_id, plan]));
  const ofFans = Map.groupBy(spans, ({ user_id }) => user_id);
  return (fan: string) =>
    (ofFans.get(fan) ?? []).flatMap(({ plan_id, until }) => {
      const plan = byId.get(plan_id);
      return plan ? [openPlanOf(plan, until ?? undefined)] : [];
    });
}

export const querySponsor: Runs['query-sponsor'] = async (work, params) => {
  const { deps, creator } = work;
  const of = { creator_id: creator, ...rangeOf(params) };
  const { list, total_count } = await (params.user_id === undefined
    ? newestSponsors(deps.pool, of)
    : newestSponsorsAmong(deps.pool, { ...of, users: params.user_id }));
  const fans = list.map(({ user_id }) => user_id);
  const [users, plansOf] = await Promise.all([deps.directory.usersByIds(fans), plansOfFans(work, fans)]);
  return {
    list: list.map(({ user_id, sum, first_paid, last_paid }) => {
      const { name = '', avatar = '' } = users.get(user_id) ?? {};
      const sponsor_plans = plansOf(user_id);
      return {
        sponsor_plans,
        current_plan: sponsor_plans[0] ?? { name: '' as const },
        all_sum_amount: wire(sum),
        create_time: first_paid,
        first_pay_time: first_paid,
        last_pay_time: last_paid,
        user: { user_id, name, avatar, user_private_id: privateId(work, user_id) },
      };
    }),
    ...totals(total_count, params),
  };
};
