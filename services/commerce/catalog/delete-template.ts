import type { PlanId, UserId } from '#events/ids.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { planStream, templateStream } from '#events/stream-names.ts';
import { accept, type Command, refuse, type States } from '../engine/command.ts';
import { planKind } from './plan.ts';
import { templateKind } from './shipping-template.ts';

export interface DeleteTemplate {
  creator_id: UserId;
  template_id: string;
  /** Plans that may name it, as the catalogue has them. */
  plans: readonly PlanId[];
}

function names(states: States, plan_id: PlanId, template_id: string): boolean {
  const plan = states.get(planKind, planStream(plan_id));
  if (plan.phase === 'none' || plan.status === PLAN_STATUS.deleted) return false;
  return plan.offer.shipping_template_id === template_id;
}

/**
 * Deletes a shipping template; a repetition changes nothing. Refuses another's (not_found), and one that an active
 * plan uses (state_does_not_allow, template_id in use). A plan that used it at the same moment keeps its last table.
 */
export function deleteTemplate(input: DeleteTemplate): Command<{ template_id: string }> {
  const { creator_id, template_id, plans } = input;
  const stream = templateStream(template_id);
  return {
    name: 'delete_template',
    actor: `user:${creator_id}`,
    streams: [stream, ...plans.map(planStream)],
    decide(states) {
      const state = states.get(templateKind, stream);
      if (state.phase === 'none' || state.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (state.phase === 'deleted') return accept([], { template_id });
      if (plans.some((plan_id) => names(states, plan_id, template_id))) {
        return refuse({
          code: 'state_does_not_allow',
          errors: [{ field: 'template_id', message: { key: 'in_use' } }],
        });
      }
      const event = { type: 'ShippingTemplateDeleted' as const, data: { template_id, creator_id } };
      return accept([{ stream, creator_id, event }], { template_id });
    },
  };
}
