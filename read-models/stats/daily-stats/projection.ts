import type { ClientBase } from 'pg';
import { sharesOf } from '#events/fees.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { addDays, type BusinessCalendar, type BusinessDay, daysBetween } from '#events/time.ts';
import type { Moved, ProjectedEvent, Projection } from '../../engine/projection.ts';
import { addRows, upsertRows } from '../../engine/rows.ts';
import { netOfRefund, type OrderFacts, orderFacts, takeOrderFacts } from '../../orders/order-facts.ts';
import { SPONSOR_EVENTS, takeSponsorMonths } from '../sponsor-months/fold.ts';
import { RECURRING_CHANGES, SPONSOR_CHANGES, SPONSOR_FANS, SPONSOR_SPANS } from '../sponsor-months/tables.ts';
import { DAILY_STATS, DAY_STATS, dayTally } from './days.ts';
import { DAILY_FANS, type FanScope, fanKey, takePayingDays } from './fans.ts';
import { DAILY_HOURS, HOUR_STATS, hourTally } from './hours.ts';
import { DAILY_LINES, DAILY_SKUS, SKU_STATS, skuTally, takeLines } from './skus.ts';

const DAILY_ORDERS = orderFacts('daily_orders');
const FIRST_DAY: BusinessDay = '1970-01-01';
/** All of a creator's, and the plan's own; a custom amount has no plan, and counts once. */
const scopesOf = ({ plan_id }: OrderFacts): string[] => (plan_id === '' ? [''] : ['', plan_id]);

async function project(
  calendar: BusinessCalendar,
  events: readonly ProjectedEvent[],
  tx: ClientBase,
): Promise<Moved> {
  const factsOf = await takeOrderFacts(DAILY_ORDERS, events, tx);
  const linesOf = await takeLines(events, tx);
  const [days, hours, skus] = [dayTally(), hourTally(), skuTally()];
  const payments: Parameters<typeof takeSponsorMonths>[2][number][] = [];
  const paying = new Map<string, FanScope & { days: Set<number> }>();
  const creators = new Set<string>();

  for (const event of events) {
    if (event.type !== 'OrderPaid' && event.type !== 'OrderRefunded') continue;
    const facts = factsOf(event.data.out_trade_no);
    const { creator_id, user_id, product_type } = facts;
    const { amount } = event.data;
    const day = calendar.dayOf(event.metadata.at);
    creators.add(creator_id);
    if (event.type === 'OrderPaid') {
      payments.push({ creator_id, user_id, day });
      for (const { sku_id, units, gross } of linesOf(facts.out_trade_no)) {
        skus.add({ creator_id, plan_id: facts.plan_id, sku_id, day }, { orders: 1, units, gross });
      }
    }
    for (const plan_id of scopesOf(facts)) {
      if (event.type === 'OrderRefunded') {
        const net = netOfRefund(facts, amount, event.data.refunded_before);
        days.add({ creator_id, plan_id, day }, { refunds: amount, net: -net });
        continue;
      }
      days.add(
        { creator_id, plan_id, day },
        {
          orders: 1,
          gross: amount,
          net: sharesOf(amount, facts.affiliate_percent).net,
          gross_sponsorship: product_type === PRODUCT_TYPE.sponsorship ? amount : 0,
          gross_goods: product_type === PRODUCT_TYPE.sponsorship ? 0 : amount,
        },
      );
      const { hour } = calendar.partsOf(event.metadata.at);
      hours.add({ creator_id, plan_id, day, hour }, { orders: 1, gross: amount });
      const fan = { creator_id, plan_id, user_id };
      const number = daysBetween(FIRST_DAY, day);
      const known = paying.get(fanKey(fan));
      if (known) known.days.add(number);
      else paying.set(fanKey(fan), { ...fan, days: new Set([number]) });
    }
  }

  for (const { creator_id, plan_id, changes } of await takePayingDays(tx, paying)) {
    for (const { day, sponsors_change, new_sponsors } of changes) {
      days.add({ creator_id, plan_id, day: addDays(FIRST_DAY, day) }, { sponsors_change, new_sponsors });
    }
  }
  await addRows(tx, DAILY_STATS, days.rows(), DAY_STATS);
  await upsertRows(tx, DAILY_HOURS, hours.rows(), { add: HOUR_STATS });
  await upsertRows(tx, DAILY_SKUS, skus.rows(), { add: SKU_STATS });
  await takeSponsorMonths(calendar, events, payments, tx);
  return { creators, users: new Set() };
}

/**
 * Rows per creator and business day, so a figure has the same cost for any number of orders
 * (docs/domain.md, Stats).
 */
export const dailyStats = (calendar: BusinessCalendar): Projection => ({
  name: 'daily_stats',
  version: 3,
  variant: calendar.timeZone,
  types: ['OrderPlaced', 'OrderPaid', 'OrderRefunded', ...SPONSOR_EVENTS],
  whole: [],
  tables: [
    ...[DAILY_STATS, DAILY_FANS, DAILY_ORDERS, DAILY_HOURS, DAILY_LINES, DAILY_SKUS],
    ...[SPONSOR_FANS, SPONSOR_SPANS, SPONSOR_CHANGES, RECURRING_CHANGES],
  ],
  project: (events, tx) => project(calendar, events, tx),
});
