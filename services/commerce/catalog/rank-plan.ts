import type { Command } from '../engine/command.ts';
import { type OwnPlan, ownPlanCommand } from './own-plan.ts';

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
      offer.rank === input.rank ? null : { type: 'PlanRanked', data: { plan_id, rank: input.rank } },
    { rank: input.rank },
  );
