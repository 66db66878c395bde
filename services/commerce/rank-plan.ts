import type { PlanId, UserId } from '#events/ids.ts';
import { planStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from './command.ts';
import { PLAN_DELETED } from './plan.ts';

export interface RankPlan {
  creator_id: UserId;
  plan_id: PlanId;
  /** Higher ranks stand first on the creator's page. */
  rank: number;
  correlation_id?: string;
}

/** Moves a plan on its creator's page. Another's plan is not_found. */
export function rankPlan(input: RankPlan): Command<{ rank: number }> {
  const { creator_id, plan_id, rank } = input;
  const stream = planStream(plan_id);
  return {
    name: 'rank_plan',
    actor: `user:${creator_id}`,
    correlation_id: input.correlation_id,
    streams: [stream],
    decide(states) {
      const plan = states.get('plan', stream);
      if (plan.phase === 'none' || plan.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (plan.status === PLAN_DELETED) return refuse({ code: 'plan_deleted' });
      if (plan.offer.rank === rank) return accept([], { rank });
      const offer = { ...plan.offer, rank };
      return accept([{ stream, creator_id, event: { type: 'PlanRevised', data: { plan_id, offer } } }], {
        rank,
      });
    },
  };
}
