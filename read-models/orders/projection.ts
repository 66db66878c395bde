import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { insertRows, relation } from '../engine/rows.ts';
import { selected } from '../engine/table.ts';
import { writeLater } from '../engine/writes.ts';
import { addToCounts } from './counts.ts';
import { addFanDays, ORDER_FAN_DAYS } from './fan-days.ts';
import { addFanSpans, FAN_SPANS, SPAN_FANS } from './fan-spans.ts';
import { type ChangedOrder, foldOrders } from './fold.ts';
import { ordersOfMembership } from './fold-membership.ts';
import { writeRefunds } from './refund-rows.ts';
import {
  ORDER_BUYERS,
  ORDER_DAYS,
  ORDER_IDENTITY,
  ORDER_PROGRESS,
  ORDER_REFUNDS,
  ORDER_SKUS,
  ORDER_SPENDERS,
  ORDERS,
  type OrderIdentity,
  type OrderProgress,
  PLAN_SALES,
} from './tables.ts';

/** Orders that the batch has news of but that were placed before it. */
async function knownOrders(
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Map<string, OrderProgress & OrderIdentity>> {
  const placedHere = new Set<string>();
  const wanted = new Set<string>();
  const want = (out_trade_no: string): void => {
    if (!placedHere.has(out_trade_no)) wanted.add(out_trade_no);
  };
  for (const event of events) {
    ordersOfMembership(event).forEach(want);
    const { type, data } = event;
    if (!('out_trade_no' in data)) continue;
    if (type === 'OrderPlaced' && event.version === 0) placedHere.add(data.out_trade_no);
    else want(data.out_trade_no);
  }
  if (wanted.size === 0) return new Map();
  const { rows } = await tx.query<OrderProgress & OrderIdentity>(
    `SELECT ${selected({ ...ORDER_PROGRESS, ...ORDER_IDENTITY })} FROM orders WHERE out_trade_no = ANY ($1)`,
    [[...wanted]],
  );
  return new Map(rows.map((row) => [row.out_trade_no, row]));
}

const CHANGED = Object.keys(ORDER_PROGRESS)
  .filter((column) => column !== 'out_trade_no')
  .map((column) => `${column} = given.${column}`)
  .join(', ');

async function updateOrders(tx: ClientBase, touched: readonly ChangedOrder[]): Promise<void> {
  const changed = touched.filter(({ before }) => before !== undefined).map(({ order }) => order);
  if (changed.length === 0) return;
  const { sql, values } = relation(ORDER_PROGRESS, changed);
  const text = `UPDATE orders o SET ${CHANGED} FROM ${sql} WHERE o.out_trade_no = given.out_trade_no`;
  await writeLater(tx, { table: 'orders', text, values });
}

async function project(
  calendar: BusinessCalendar,
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Moved> {
  const { placed, touched, refunds, sent } = foldOrders(events, await knownOrders(events, tx), calendar);
  await addFanDays(tx, touched);
  await insertRows(tx, ORDERS, placed);
  await updateOrders(tx, touched);
  await addFanSpans(tx, touched);
  await writeRefunds(tx, refunds, sent);
  await addToCounts(tx, calendar, touched, refunds);
  return {
    creators: new Set(touched.map(({ order }) => order.creator_id)),
    users: new Set(
      touched.flatMap(({ order, before }) => [order.owner_id, before?.owner_id ?? order.owner_id]),
    ),
  };
}

/** A row per order, with the fields that lists are counted by and figures are explained by. */
export const orders = (calendar: BusinessCalendar): Projection => ({
  name: 'orders',
  version: 19,
  variant: calendar.timeZone,
  types: [
    'OrderPlaced',
    'OrderTermsAccepted',
    'OrderPaid',
    'OrderCancelled',
    'OrderRefunded',
    'RefundSent',
    'RefundFailed',
    'FailedRefundPaid',
    'PaymentDisputed',
    'PaymentDisputeClosed',
    'OrderAddressSet',
    'OrderShipped',
    'OrderDeliveryMoved',
    'OrderRemarkChanged',
    'CreatorRemarkChanged',
    'OrderHandedOver',
    'LatePaymentReceived',
    'LatePaymentReturned',
    'MembershipStarted',
    'MembershipExtended',
    'MembershipUpgraded',
    'MembershipRevoked',
  ],
  whole: ['order'],
  comparesVersions: true,
  tables: [
    ORDERS,
    ORDER_REFUNDS,
    ORDER_SKUS,
    ORDER_DAYS,
    ORDER_FAN_DAYS,
    FAN_SPANS,
    SPAN_FANS,
    ORDER_BUYERS,
    ORDER_SPENDERS,
    PLAN_SALES,
  ],
  project: (events, tx) => project(calendar, events, tx),
});
