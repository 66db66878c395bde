import type { PlanStatus } from '#events/status.ts';
import type { Command } from '../engine/command.ts';
import { type OwnPlan, ownPlanCommand } from './own-plan.ts';
import { type ForHolders, recallOf } from './removed-tickets.ts';

export interface ChangePlanStatus extends OwnPlan {
  status: PlanStatus;
  /** For holders of valid tickets of a deleted event; default: inform. */
  holders?: ForHolders | undefined;
}

/**
 * Shows, hides or deletes a plan. A deleted plan stays deleted (plan_deleted); deleting twice changes
 * nothing. Another's plan is not_found.
 */
export const changePlanStatus = (input: ChangePlanStatus): Command<{ status: PlanStatus }> =>
  ownPlanCommand(
    'change_plan_status',
    input,
    (plan) => {
      if (plan.status === input.status) return [];
      const data = { plan_id: plan.plan_id, status: input.status };
      const changed = [{ type: 'PlanStatusChanged' as const, data }];
      return [...changed, ...recallOf(plan, changed, input.holders)];
    },
    { status: input.status },
  );

interface SetCanBuyHide extends OwnPlan {
  /** Whether it can still be bought by its address while it is hidden. */
  can_buy_hide: boolean;
}

/** Switches whether a hidden plan can be bought. Another's plan is not_found, a deleted one plan_deleted. */
export const setCanBuyHide = (input: SetCanBuyHide): Command<{ can_buy_hide: boolean }> =>
  ownPlanCommand(
    'set_can_buy_hide',
    input,
    ({ plan_id, offer }) =>
      offer.can_buy_hide === input.can_buy_hide
        ? []
        : [{ type: 'PlanHiddenSaleSet', data: { plan_id, can_buy_hide: input.can_buy_hide } }],
    { can_buy_hide: input.can_buy_hide },
  );
