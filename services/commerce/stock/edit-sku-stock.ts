import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { planKind, skuOf } from '../catalog/plan.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { stockKind, unitsLeft } from './stock.ts';
import { type StockChange, stockAfter } from './stock-change.ts';

export interface EditSkuStock {
  creator_id: UserId;
  sku_id: SkuId;
  change: StockChange;
}

export interface EditedStock {
  plan_id: PlanId;
  stock: number | null;
  /** Units that can still be bought; null any number. */
  left: number | null;
}

/**
 * Changes the units of a SKU that can still be bought, also for bundles with it and during sales. Another's SKU is
 * not_found.
 */
export function editSkuStock(input: EditSkuStock): Command<EditedStock> {
  const { creator_id, sku_id, change } = input;
  const stream = stockStream(sku_id);
  return {
    name: 'edit_sku_stock',
    actor: `user:${creator_id}`,
    streams: [stream],
    furtherStreams(states) {
      const { plan_id } = states.get(stockKind, stream);
      return plan_id === null ? [] : [planStream(plan_id)];
    },
    decide(states) {
      const state = states.get(stockKind, stream);
      if (state.plan_id === null) return refuse({ code: 'not_found' });
      const plan = states.get(planKind, planStream(state.plan_id));
      if (plan.phase === 'none' || plan.creator_id !== creator_id || !skuOf(plan, sku_id)) {
        return refuse({ code: 'not_found' });
      }
      const after = stockAfter(state, change, 'stock');
      if (isRefusal(after)) return refuse(after);
      const { stock } = after;
      const result = { plan_id: state.plan_id, stock, left: unitsLeft({ ...state, stock }) };
      if (stock === state.stock) return accept([], result);
      const event = { type: 'StockSet' as const, data: { sku_id, plan_id: state.plan_id, stock } };
      return accept([{ stream, creator_id, event }], result);
    },
  };
}
