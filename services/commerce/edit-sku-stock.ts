import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from './command.ts';
import { skuOf } from './plan.ts';
import { badInput } from './refusal.ts';
import { type StockState, unitsLeft, unitsPromised } from './stock.ts';

/** Largest stock that can be set. */
const MOST_STOCK = 10_000_000;

export interface EditSkuStock {
  creator_id: UserId;
  sku_id: SkuId;
  /** Set it (null unlimited), or change it by a difference. */
  change: { set: number | null } | { by: number };
  correlation_id?: string;
}

export interface EditedStock {
  plan_id: PlanId;
  stock: number | null;
  /** Units that can still be bought; null any number. */
  left: number | null;
}

const stockAfter = (state: StockState, change: EditSkuStock['change']): number | null => {
  if ('set' in change) return change.set;
  return state.stock === null ? null : state.stock + change.by;
};

/**
 * Changes how many units of a SKU are on sale. Below what is held and sold already it is refused, whoever
 * buys at the same time (bad_input names the least that can be set). Another's SKU is not_found.
 */
export function editSkuStock(input: EditSkuStock): Command<EditedStock> {
  const { creator_id, sku_id, change } = input;
  const stream = stockStream(sku_id);
  return {
    name: 'edit_sku_stock',
    actor: `user:${creator_id}`,
    correlation_id: input.correlation_id,
    streams: [stream],
    furtherStreams(states) {
      const { plan_id } = states.get('stock', stream);
      return plan_id === null ? [] : [planStream(plan_id)];
    },
    decide(states) {
      const state = states.get('stock', stream);
      if (state.plan_id === null) return refuse({ code: 'not_found' });
      const plan = states.get('plan', planStream(state.plan_id));
      if (plan.phase === 'none' || plan.creator_id !== creator_id || !skuOf(plan, sku_id)) {
        return refuse({ code: 'not_found' });
      }
      const field = 'set' in change ? 'stock' : 'delta';
      if ('by' in change && state.stock === null) return refuse(badInput(field, { key: 'malformed' }));
      const stock = stockAfter(state, change);
      const least = unitsPromised(state);
      if (stock !== null && (stock < least || stock > MOST_STOCK)) {
        const offset = 'by' in change ? (state.stock ?? 0) : 0;
        const range = { min: String(least - offset), max: String(MOST_STOCK - offset) };
        return refuse(badInput(field, { key: 'out_of_range', ...range }));
      }
      const result = { plan_id: state.plan_id, stock, left: unitsLeft({ ...state, stock }) };
      if (stock === state.stock) return accept([], result);
      const event = { type: 'StockSet' as const, data: { sku_id, plan_id: state.plan_id, stock } };
      return accept([{ stream, creator_id, event }], result);
    },
  };
}
