import type { ClientBase } from 'pg';
import { sharesOf } from '#events/fees.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { type BusinessCalendar, dayNumber } from '#events/time.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { addRows, upsertRows } from '../../engine/rows.ts';
import { type FindOrders, netOfRefund, orderFacts } from '../../orders/order-facts.ts';
import { isSponsorEvent, SPONSOR_EVENTS, sponsorOf, takeSponsorMonths } from '../sponsor-months/fold.ts';
import {
  RECURRING_CHANGES,
  RECURRING_SPANS,
  SPONSOR_CHANGES,
  SPONSOR_SPANS,
} from '../sponsor-months/tables.ts';
import { DAILY_STATS, DAY_STATS, dated, dayTally } from './days.ts';
import { DAILY_FANS, type Fan, type FanKey, loadFans } from './fans.ts';
import { addHours, DAILY_HOURS, hourTally } from './hours.ts';
import { DAILY_SKUS, SKU_STATS, skuTally } from './skus.ts';

async function project(
  calendar: BusinessCalendar,
  findOrders: FindOrders,
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Moved> {
  const factsOf = await findOrders(events, tx);
  const fans = await loadFans(
    tx,
    events.flatMap((event): FanKey[] => {
      if (event.type === 'OrderPaid') return [factsOf(event.data.out_trade_no)];
      return isSponsorEvent(event) ? [sponsorOf(event)] : [];
    }),
  );
  const [days, hours, skus] = [dayTally(), hourTally(), skuTally()];
  const payments: { fan: Fan; day: number }[] = [];
  const creators = new Set<string>();

  for (const event of events) {
    if (event.type !== 'OrderPaid' && event.type !== 'OrderRefunded') continue;
    const facts = factsOf(event.data.out_trade_no);
    const { creator_id, product_type } = facts;
    const { amount } = event.data;
    const day = dayNumber(calendar.dayOf(event.metadata.at));
    // All of a creator's, and the plan's own; a custom amount has no plan, and counts once.
    const scopes = facts.plan_id === '' ? [''] : ['', facts.plan_id];
    creators.add(creator_id);
    if (event.type === 'OrderRefunded') {
      const net = -netOfRefund(facts, amount, event.data.refunded_before);
      for (const plan_id of scopes) days.add({ creator_id, plan_id, day }, { refunds: amount, net });
      continue;
    }
    const fan = fans.of(facts);
    if (!facts.imported) payments.push({ fan, day });
    const { hour } = calendar.partsOf(event.metadata.at);
    const { net } = sharesOf(amount, facts);
    const kind = product_type === PRODUCT_TYPE.sponsorship ? 'gross_sponsorship' : 'gross_goods';
    for (const plan_id of scopes) {
      days.add({ creator_id, plan_id, day }, { orders: 1, gross: amount, net, [kind]: amount });
      hours.add({ creator_id, plan_id, day, hour }, { orders: 1, gross: amount });
      for (const { day: on, ...change } of fan.addDay(plan_id, day)) {
        days.add({ creator_id, plan_id, day: on }, change);
      }
    }
    for (const { sku_id, units, gross } of facts.parts) {
      skus.add({ creator_id, plan_id: facts.plan_id, sku_id, day }, { orders: 1, units, gross });
    }
  }

  await addRows(tx, DAILY_STATS, dated(days.rows()), DAY_STATS);
  await addHours(tx, hours);
  await upsertRows(tx, DAILY_SKUS, dated(skus.rows()), { add: SKU_STATS });
  await takeSponsorMonths(calendar, events, payments, fans, tx);
  await fans.save();
  return { creators, users: new Set() };
}

/**
 * Rows per creator and business day, so a figure has the same cost for any number of orders
 * (docs/domain/stats.md).
 */
export const dailyStats = (calendar: BusinessCalendar, findOrders = orderFacts()): Projection => ({
  name: 'daily_stats',
  version: 10,
  variant: calendar.timeZone,
  types: ['OrderPlaced', 'OrderPaid', 'OrderRefunded', ...SPONSOR_EVENTS],
  whole: [],
  tables: [
    DAILY_STATS,
    DAILY_FANS,
    DAILY_HOURS,
    DAILY_SKUS,
    SPONSOR_SPANS,
    RECURRING_SPANS,
    SPONSOR_CHANGES,
    RECURRING_CHANGES,
  ],
  project: (events, tx) => project(calendar, findOrders, events, tx),
});
