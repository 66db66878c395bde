import { derivedEventId } from '#events/ids.ts';
import { type Fen, toWire } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { agreementStream, planStream } from '#events/stream-names.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { type PlanState, planKind } from '../catalog/plan.ts';
import type { Decided, States } from '../engine/command.ts';
import { agreementKind } from '../memberships/agreement.ts';
import { periodPrice } from '../prices/price.ts';

/** Amount and months of a plan's renewals; null: its creator offers none. */
export function renewalOf(plan: PlanState): { amount: Fen; months: number } | null {
  if (plan.phase === 'none') return null;
  const { product_type, can_ali_agreement, permanent, pay_month: months } = plan.offer;
  const offered = product_type === PRODUCT_TYPE.sponsorship && can_ali_agreement && !permanent;
  return offered ? { amount: periodPrice(plan.offer), months } : null;
}

const FIELD = 'agreement_amount';

/**
 * The fan's agreement to renewals, in the append of its order. Refuses by field: a plan, code or custom amount without
 * renewals, another amount than the plan's, and a plan that the fan has an agreement for.
 */
export function offerAgreement(
  states: States,
  { agreement_amount }: { agreement_amount?: Fen | undefined },
  order: OrderPlacedData,
): Decided[] | Refusal {
  if (agreement_amount === undefined) return [];
  const { creator_id, user_id, plan_id, plan_name, out_trade_no, provider } = order;
  const renewal = plan_id === '' ? null : renewalOf(states.get(planKind, planStream(plan_id)));
  if (renewal === null || order.redeem !== null) return badInput(FIELD, { key: 'no_renewals' });
  if (renewal.amount !== agreement_amount) {
    return badInput(FIELD, { key: 'renewal_price', price: toWire(renewal.amount) });
  }
  const stream = agreementStream(plan_id, user_id);
  if (states.get(agreementKind, stream).phase === 'active') return badInput(FIELD, { key: 'already_taken' });
  const data = { creator_id, user_id, plan_id, plan_name, ...renewal, provider, out_trade_no };
  const event = { type: 'AgreementOffered' as const, data };
  return [{ stream, creator_id, event, id: derivedEventId(event.type, out_trade_no) }];
}
