import type { PlanStatus } from '#events/status.ts';
import type { Command } from '../engine/command.ts';
import { type OwnPlan, ownPlanCommand } from './own-plan.ts';

export interface ChangePlanStatus extends OwnPlan {
  status: PlanStatus;
}

/**
 * Shows, hides or deletes a plan. A deleted plan stays deleted (plan_deleted); deleting twice changes
 * nothing. Another's plan is not_found.
 */
export const changePlanStatus = (input: ChangePlanStatus): Command<{ status: PlanStatus }> =>
  ownPlanCommand(
    'change_plan_status',
    input,
    ({ plan_id, status }) =>
      status === input.status ? null : { type: 'PlanStatusChanged', data: { plan_id, status: input.status } },
    { status: input.status },
  );
