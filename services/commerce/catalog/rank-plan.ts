import type { PlanId, UserId } from '#events/ids.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { type OwnPlan, ownPlanCommand } from './own-plan.ts';
import { planKind } from './plan.ts';

/** As in the plan's form. */
const MAX_RANK = 1_000_000;

interface OrderPlans {
  creator_id: UserId;
  /** First to last, each once. */
  plan_ids: readonly PlanId[];
}

type Ranked = { plan_id: PlanId; rank: number }[];

/**
 * Gives plans of one creator the ranks of this order, all in one append; plans that are not named keep their ranks, and
 * those that came after all of these still do. Another's plan is not_found, a deleted one plan_deleted.
 */
export const orderPlans = ({ creator_id, plan_ids }: OrderPlans): Command<Ranked> => ({
  name: 'order_plans',
  actor: `user:${creator_id}`,
  streams: plan_ids.map(planStream),
  decide(states) {
    const before: Ranked = [];
    for (const plan_id of plan_ids) {
      const plan = states.get(planKind, planStream(plan_id));
      if (plan.phase === 'none' || plan.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (plan.status === PLAN_STATUS.deleted) return refuse({ code: 'plan_deleted' });
      before.push({ plan_id, rank: plan.offer.rank });
    }
    const ranks = before.map(({ rank }) => rank);
    if (ranks.every((rank, at) => at === 0 || rank < (ranks[at - 1] ?? rank))) return accept([], before);
    const least = Math.min(...ranks, MAX_RANK - ranks.length);
    const after = plan_ids.map((plan_id, at) => ({ plan_id, rank: least + ranks.length - at }));
    const events = after
      .filter(({ rank }, at) => rank !== ranks[at])
      .map((data) => ({
        stream: planStream(data.plan_id),
        creator_id,
        event: { type: 'PlanRanked' as const, data },
      }));
    return accept(events, after);
  },
});

export interface RankPlan extends OwnPlan {
  /** Higher ranks come first on the creator's page. */
  rank: number;
}

/** Moves a plan on its creator's page. Another's plan is not_found, a deleted one plan_deleted. */
export const rankPlan = (input: RankPlan): Command<{ rank: number }> =>
  ownPlanCommand(
    'rank_plan',
    input,
    ({ plan_id, offer }) =>
      offer.rank === input.rank ? [] : [{ type: 'PlanRanked', data: { plan_id, rank: input.rank } }],
    { rank: input.rank },
  );
