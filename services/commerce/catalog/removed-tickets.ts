import type { PlanEvent } from '#events/catalog.ts';
import type { SkuId } from '#events/ids.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { OfferedPlan } from './plan.ts';

/** What a change removes that tickets admit to: the whole event, or rounds and options. */
export type RemovedTickets = Omit<DataOf<'PlanTicketsRecalled'>, 'plan_id'>;

/** What the creator does for holders of valid tickets of what is removed. */
export type ForHolders = 'inform' | 'refund';

/** What these events remove of an event with tickets; null: nothing. */
export function removedTickets(plan: OfferedPlan, events: readonly DomainEvent[]): RemovedTickets | null {
  if (plan.offer.product_type !== PRODUCT_TYPE.ticket) return null;
  const round_ids: string[] = [];
  const sku_ids: SkuId[] = [];
  for (const { type, data } of events) {
    if (type === 'PlanStatusChanged' && data.status === PLAN_STATUS.deleted) {
      return { whole: true, round_ids: [], sku_ids: [] };
    }
    if (type === 'SkuWithdrawn') sku_ids.push(data.sku_id);
    if (type === 'PlanRevised') {
      const left = new Set(data.offer.rounds.map(({ round_id }) => round_id));
      round_ids.push(...plan.offer.rounds.flatMap(({ round_id }) => (left.has(round_id) ? [] : [round_id])));
    }
  }
  return round_ids.length + sku_ids.length === 0 ? null : { whole: false, round_ids, sku_ids };
}

/** Has the tickets refunded of what these events remove, if the creator chose this. */
export function recallOf(
  plan: OfferedPlan,
  events: readonly DomainEvent[],
  holders: ForHolders | undefined,
): PlanEvent[] {
  const removed = holders === 'refund' ? removedTickets(plan, events) : null;
  return removed === null
    ? []
    : [{ type: 'PlanTicketsRecalled', data: { plan_id: plan.plan_id, ...removed } }];
}
