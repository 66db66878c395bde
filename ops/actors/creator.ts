import { editCreator } from '#services/contract/catalog/creators.ts';
import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import { getPlan, type Plan, savePlan } from '#services/contract/catalog/plans.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { type Actor, call } from './client.ts';

/** Makes a page for the signed-in person. */
export const becomeCreator = (actor: Actor, page: InputOf<typeof editCreator>): Promise<unknown> =>
  call(actor, editCreator, page);

/** Creates or changes an offer; answers when it is publicly readable. */
export async function putOnSale(creator: Actor, form: EditPlan): Promise<Plan> {
  const { plan, position } = await call(creator, savePlan, form);
  await call(creator, getPlan, { plan_id: plan.plan_id, min_position: position });
  return plan;
}
