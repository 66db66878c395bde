import type { PlanOffer } from '#events/plan.ts';
import type { Millis } from '#events/time.ts';
import type { FieldError, Refusal } from '#services/runtime/refusal.ts';
import type { OrderChoice } from '../prices/order-choice.ts';
import { type OfferedPlan, skuOf } from './plan.ts';

/** Whether the session that a ticket admits to has begun: from that moment on it is not sold (docs/domain.md, Offers). */
export function hasBegun(
  { rounds }: Pick<PlanOffer, 'rounds'>,
  round_id: string | null,
  now: Millis,
): boolean {
  const round = rounds.find((one) => one.round_id === round_id);
  return round !== undefined && round.begin_time <= now;
}

/** Names the lines of a choice whose session has begun; null: none has. */
export function begunRefusal(plan: OfferedPlan, { lines }: OrderChoice, now: Millis): Refusal | null {
  const errors = lines.flatMap(({ sku_id }, at): FieldError[] =>
    hasBegun(plan.offer, skuOf(plan, sku_id)?.round_id ?? null, now)
      ? [{ field: `sku.${at}.sku_id`, message: { key: 'round_begun' } }]
      : [],
  );
  return errors.length > 0 ? { code: 'bad_input', errors } : null;
}
