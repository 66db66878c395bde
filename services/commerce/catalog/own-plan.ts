import type { PlanEvent } from '#events/catalog.ts';
import type { PlanId, UserId } from '#events/ids.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { type OfferedPlan, planKind } from './plan.ts';

/** A creator's wish about one of their plans. */
export interface OwnPlan {
  creator_id: UserId;
  plan_id: PlanId;
}

/**
 * One change of one's own plan, or none when it is so already. Another's plan is not_found, a deleted one
 * plan_deleted, unless the change is that it is deleted.
 * @param change the events that are wanted; none when there is nothing to change
 */
export function ownPlanCommand<Result>(
  name: string,
  input: OwnPlan,
  change: (plan: OfferedPlan) => readonly PlanEvent[],
  result: Result,
): Command<Result> {
  const { creator_id, plan_id } = input;
  const stream = planStream(plan_id);
  return {
    name,
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      const plan = states.get(planKind, stream);
      if (plan.phase === 'none' || plan.creator_id !== creator_id) return refuse({ code: 'not_found' });
      const events = change(plan);
      if (events.length > 0 && plan.status === PLAN_STATUS.deleted) return refuse({ code: 'plan_deleted' });
      const decided = events.map((event) => ({ stream, creator_id, event }));
      return accept(decided, result);
    },
  };
}
