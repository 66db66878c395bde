import type { PlanId, UserId } from '#events/ids.ts';
import type { PlanStatus } from '#events/plan.ts';
import { planStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from './command.ts';
import { PLAN_DELETED } from './plan.ts';

export interface ChangePlanStatus {
  creator_id: UserId;
  plan_id: PlanId;
  /** normal 1 (show), delete 2, hide 3 */
  status: PlanStatus;
  correlation_id?: string;
}

/**
 * Shows, hides or deletes a plan. A deleted plan stays deleted (plan_deleted); deleting twice changes
 * nothing. Another's plan is not_found.
 */
export function changePlanStatus(input: ChangePlanStatus): Command<{ status: PlanStatus }> {
  const { creator_id, plan_id, status } = input;
  const stream = planStream(plan_id);
  return {
    name: 'change_plan_status',
    actor: `user:${creator_id}`,
    correlation_id: input.correlation_id,
    streams: [stream],
    decide(states) {
      const plan = states.get('plan', stream);
      if (plan.phase === 'none' || plan.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (plan.status === status) return accept([], { status });
      if (plan.status === PLAN_DELETED) return refuse({ code: 'plan_deleted' });
      const event = { type: 'PlanStatusChanged' as const, data: { plan_id, status } };
      return accept([{ stream, creator_id, event }], { status });
    },
  };
}
