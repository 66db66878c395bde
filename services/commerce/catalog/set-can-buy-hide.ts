import type { Command } from '../engine/command.ts';
import { type OwnPlan, ownPlanCommand } from './own-plan.ts';

export interface SetCanBuyHide extends OwnPlan {
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
        ? null
        : { type: 'PlanHiddenSaleSet', data: { plan_id, can_buy_hide: input.can_buy_hide } },
    { can_buy_hide: input.can_buy_hide },
  );
