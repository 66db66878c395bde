import { PLAN_STATUS } from '#events/status.ts';
import { bundleStream, planStream } from '#events/stream-names.ts';
import { badInput, isRefusal } from '#services/runtime/refusal.ts';
import type { OwnPlan } from '../catalog/own-plan.ts';
import { planKind } from '../catalog/plan.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { bundleKind, bundlesLeft } from './bundle.ts';
import { type StockChange, stockAfter } from './stock-change.ts';

export interface EditBundleStock extends OwnPlan {
  change: StockChange;
}

export interface EditedBundleStock {
  stock: number | null;
  /** Remaining bundles, limited by their parts; null: unlimited. */
  left: number | null;
}

/**
 * Changes the number of bundles on sale. Below held and sold ones it is refused (bad_input names the minimum).
 * Another's plan is not_found; other types have none.
 */
export function editBundleStock(input: EditBundleStock): Command<EditedBundleStock> {
  const { creator_id, plan_id, change } = input;
  const plan = planStream(plan_id);
  const stream = bundleStream(plan_id);
  return {
    name: 'edit_bundle_stock',
    actor: `user:${creator_id}`,
    streams: [plan, stream],
    decide(states) {
      const offered = states.get(planKind, plan);
      if (offered.phase === 'none' || offered.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (offered.status === PLAN_STATUS.deleted) return refuse({ code: 'plan_deleted' });
      if (offered.offer.bundle === null) return refuse(badInput('plan_id', { key: 'malformed' }));
      const state = states.get(bundleKind, stream);
      const after = stockAfter(state, change, 'bundle_stock');
      if (isRefusal(after)) return refuse(after);
      const { stock } = after;
      const result = { stock, left: bundlesLeft({ ...state, stock }) };
      if (stock === state.stock) return accept([], result);
      const event = { type: 'BundleStockSet' as const, data: { plan_id, stock } };
      return accept([{ stream, creator_id, event }], result);
    },
  };
}
