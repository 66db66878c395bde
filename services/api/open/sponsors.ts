import { type Fen, fenOf } from '#events/money.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { plansByIds } from '#read-models/catalog/queries.ts';
import { membershipsWith } from '#read-models/memberships/queries.ts';
import { newestSponsors, newestSponsorsAmong } from '#read-models/memberships/sponsors/queries.ts';
import { type FanTotal, fanTotals } from '#read-models/orders/fan-orders.ts';
import { planAnswerOf } from '../catalog/plan-answer.ts';
import { fittingPlans } from '../catalog/plan-list.ts';
import { anonymousViewer } from '../catalog/plan-viewer.ts';
import { rangeOf } from '../http/answer.ts';
import { wire } from '../http/money.ts';
import { publicPicture } from '../http/uploads/public-picture.ts';
import { openPlanOf } from './plans.ts';
import { privateId } from './private-id.ts';
import { fansNamed } from './private-ids.ts';
import { type OpenWork, type Runs, totals } from './work.ts';

/** A fan's plan, and its end in Unix seconds; undefined: it never ends. */
interface Held {
  plan_id: string;
  until: number | undefined;
}

/** Everything but sponsorships and custom amounts, unless all of it was refunded. */
const isGoods = ({ plan_id, product_type, kept }: FanTotal): boolean =>
  kept && plan_id !== '' && product_type !== PRODUCT_TYPE.sponsorship;

/** Plans of these fans, by fan: of valid memberships, then what was bought; each the newest first. */
async function plansOfFans(work: OpenWork, fans: readonly string[], bought: readonly FanTotal[]) {
  const { deps, creator } = work;
  const now = deps.clock.now();
  const { rows: spans } = await membershipsWith(deps.pool, { creator_id: creator, users: fans, at: now });
  const held = (user_id: string): Held[] => [
    ...spans
      .filter((span) => span.user_id === user_id)
      .map(({ plan_id, until }) => ({ plan_id, until: until ?? undefined })),
    ...bought
      .filter((one) => one.user_id === user_id && isGoods(one))
      .map(({ plan_id }) => ({ plan_id, until: undefined })),
  ];
  const ofFans = new Map(fans.map((fan) => [fan, held(fan)]));
  const ids = [...new Set([...ofFans.values()].flat().map(({ plan_id }) => plan_id))];
  const { rows: plans } = ids.length > 0 ? await plansByIds(deps.pool, { ids }) : { rows: [] };
  const shown = fittingPlans(plans.map((plan) => planAnswerOf(plan, anonymousViewer(now))));
  const byId = new Map(shown.map((plan) => [plan.plan_id, plan]));
  return (fan: string) =>
    (ofFans.get(fan) ?? []).flatMap(({ plan_id, until }) => {
      const plan = byId.get(plan_id);
      return plan ? [openPlanOf(work, plan, until)] : [];
    });
}

function sumsOf(bought: readonly FanTotal[]): (fan: string) => Fen {
  const sums = new Map<string, number>();
  for (const { user_id, before_discounts } of bought) {
    sums.set(user_id, (sums.get(user_id) ?? 0) + before_discounts);
  }
  return (fan) => fenOf(sums.get(fan) ?? 0);
}

/** A page of sponsors. Fans are named by `user_id` or by `user_private_id`. */
async function pageOf(work: OpenWork, params: Parameters<Runs['query-sponsor']>[1]) {
  const { deps, creator } = work;
  const of = { creator_id: creator, ...rangeOf(params) };
  if (params.user_id === undefined) return newestSponsors(deps.pool, of);
  const among = await newestSponsorsAmong(deps.pool, { ...of, users: params.user_id });
  if (among.total_count === params.user_id.length) return among;
  const private_ids = await fansNamed(work, params.user_id);
  if (private_ids.length === 0) return among;
  return newestSponsorsAmong(deps.pool, { ...of, users: [...params.user_id, ...private_ids] });
}

export const querySponsor: Runs['query-sponsor'] = async (work, params) => {
  const { deps, creator } = work;
  const { list, total_count } = await pageOf(work, params);
  const fans = list.map(({ user_id }) => user_id);
  const [users, { rows: bought }] = await Promise.all([
    deps.directory.usersByIds(fans),
    fanTotals(deps.pool, { creator_id: creator, users: fans }),
  ]);
  const [plansOf, sumOf] = [await plansOfFans(work, fans, bought), sumsOf(bought)];
  return {
    list: list.map(({ user_id, first_paid, last_paid }) => {
      const { name = '', avatar = '' } = users.get(user_id) ?? {};
      const sponsor_plans = plansOf(user_id);
      return {
        sponsor_plans,
        current_plan: sponsor_plans[0] ?? { name: '' as const },
        all_sum_amount: wire(sumOf(user_id)),
        create_time: first_paid,
        first_pay_time: first_paid,
        last_pay_time: last_paid,
        user: {
          user_id,
          name,
          avatar: publicPicture(deps.config, avatar, 'person'),
          user_private_id: privateId(work, user_id),
        },
      };
    }),
    ...totals(total_count, params),
  };
};
