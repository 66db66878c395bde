import type { ClientBase } from 'pg';
import { ORDER_STATUS, type OrderStatus, REFUND_STATE, type RefundState } from '#events/status.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { addRows, insertRows, upsertRows } from '../engine/rows.ts';
import type { Row } from '../engine/table.ts';
import { Tally } from '../engine/tally.ts';
import type { ChangedOrder } from './fold.ts';
import { skuPartsOf } from './sku-parts.ts';
import {
  ORDER_BUYERS,
  ORDER_DAYS,
  ORDER_SKUS,
  ORDER_SPENDERS,
  PLAN_SALES,
  type RefundRow,
} from './tables.ts';
import { linesOf, unitsOf } from './units.ts';

type StatusField = 'pending' | 'success' | 'cancelled';
export const STATUS_FIELD = {
  [ORDER_STATUS.pending]: 'pending',
  [ORDER_STATUS.success]: 'success',
  [ORDER_STATUS.cancelled]: 'cancelled',
} as const satisfies Record<OrderStatus, StatusField>;
const STATUSES: readonly StatusField[] = ['pending', 'success', 'cancelled'];

/** Of paid orders: partly and fully refunded. */
type RefundField = 'part_refund' | 'full_refund';
const REFUND_FIELD = {
  [REFUND_STATE.none]: null,
  [REFUND_STATE.part]: 'part_refund',
  [REFUND_STATE.full]: 'full_refund',
} as const satisfies Record<RefundState, RefundField | null>;
const DAY_FIELDS = [
  ...STATUSES,
  'part_refund',
  'full_refund',
  'paid',
  'paid_units',
  'paid_amount',
  'paid_net',
  'refunds',
  'refund_amount',
  'refund_net',
] as const;
type DayField = (typeof DAY_FIELDS)[number];

/** The key of a product type's counts; ids of plans never contain #. */
export const typeKey = (product_type: number): string => `#${product_type}`;

/** The key of a SKU's counts. */
export const skuKey = (plan_id: string, sku_id: string): string => `#${sku_id} ${plan_id}`;

/** The key of the counts of an hour of the day; plan_id is empty for all plans. */
export const hourKey = (hour: number, plan_id: string): string => `#hour ${hour} ${plan_id}`;

/** How the number of orders in each status changes with one order. */
function statusChange({ order, before }: ChangedOrder): Partial<Record<StatusField, number>> {
  if (before === undefined) return { [STATUS_FIELD[order.status]]: 1 };
  if (before.status === order.status) return {};
  return { [STATUS_FIELD[before.status]]: -1, [STATUS_FIELD[order.status]]: 1 };
}

/** The same of refunded ones. */
function refundChange({ order, before }: ChangedOrder): Partial<Record<RefundField, number>> {
  const was = REFUND_FIELD[before?.refund_state ?? REFUND_STATE.none];
  const is = REFUND_FIELD[order.refund_state];
  if (was === is) return {};
  return { ...(was !== null && { [was]: -1 }), ...(is !== null && { [is]: 1 }) };
}

type Buyers = Tally<{ user_id: string; creator_id: string }, StatusField>;

/** An order that is given to another account leaves the list of the first. */
function countByOwner(buyers: Buyers, one: ChangedOrder): void {
  const { order, before } = one;
  const { creator_id, owner_id } = order;
  if (before === undefined || before.owner_id === owner_id) {
    buyers.add({ user_id: owner_id, creator_id }, statusChange(one));
    return;
  }
  buyers.add({ user_id: before.owner_id, creator_id }, { [STATUS_FIELD[before.status]]: -1 });
  buyers.add({ user_id: owner_id, creator_id }, { [STATUS_FIELD[order.status]]: 1 });
}

/** What the fan paid with the changes of an order, less refunds; fen. */
function spentWith({ order, before }: ChangedOrder): number {
  if (order.imported) return 0;
  const paid = order.paid_day !== null && !before?.paid_day ? order.total_amount : 0;
  return paid - (order.refunded - (before?.refunded ?? 0));
}

/** Keeps the numbers of orders per day, per buyer and per plan that lists are counted by. */
export async function addToCounts(
  tx: ClientBase,
  calendar: BusinessCalendar,
  touched: readonly ChangedOrder[],
  refunds: readonly RefundRow[],
): Promise<void> {
  const days = new Tally<{ creator_id: string; plan_id: string; day: string }, DayField>(DAY_FIELDS);
  const buyers: Buyers = new Tally(STATUSES);
  const sales = new Tally<{ plan_id: string }, 'orders' | 'units'>(['orders', 'units']);
  const skus: Row<typeof ORDER_SKUS>[] = [];
  const spenders = new Tally<{ user_id: string }, 'spent'>(['spent']);
  for (const one of touched) {
    countByOwner(buyers, one);
    const spent = spentWith(one);
    if (spent !== 0) spenders.add({ user_id: one.order.user_id }, { spent });
    const { creator_id, plan_id, product_type, placed_day: day, paid_day, lines, status } = one.order;
    const moved = statusChange(one);
    const change = { ...moved, ...refundChange(one) };
    if (Object.keys(change).length === 0) continue;
    days.add({ creator_id, plan_id: '', day }, change);
    days.add({ creator_id, plan_id: typeKey(product_type), day }, change);
    // A custom amount has no plan to be counted for.
    if (plan_id !== '') days.add({ creator_id, plan_id, day }, change);
    if (paid_day !== null && !one.before?.paid_day) {
      const paid = { paid: 1, paid_amount: one.order.total_amount, paid_net: one.order.net };
      const { out_trade_no, paid_at } = one.order;
      const { hour } = calendar.partsOf(paid_at ?? 0);
      for (const key of new Set(['', plan_id])) {
        days.add({ creator_id, plan_id: key, day: paid_day }, paid);
        days.add({ creator_id, plan_id: hourKey(hour, key), day: paid_day }, paid);
      }
      for (const { sku_id, units, gross } of skuPartsOf(linesOf(lines), one.order.total_amount)) {
        skus.push({ plan_id, sku_id, paid_day, paid_at: paid_at ?? 0, out_trade_no, units, gross });
        const sold = { paid: 1, paid_units: units, paid_amount: gross };
        days.add({ creator_id, plan_id: skuKey(plan_id, sku_id), day: paid_day }, sold);
      }
    }
    if (Object.keys(moved).length === 0) continue;
    if (status === ORDER_STATUS.success && plan_id !== '')
      sales.add({ plan_id }, { orders: 1, units: unitsOf(lines) });
  }
  for (const { creator_id, plan_id, day, amount, net } of refunds) {
    const refunded = { refunds: 1, refund_amount: amount, refund_net: net };
    for (const key of new Set(['', plan_id])) days.add({ creator_id, plan_id: key, day }, refunded);
  }
  await insertRows(tx, ORDER_SKUS, skus);
  await upsertRows(tx, ORDER_DAYS, days.rows(), { add: DAY_FIELDS });
  await addRows(tx, ORDER_BUYERS, buyers.rows(), STATUSES);
  await addRows(tx, ORDER_SPENDERS, spenders.rows(), ['spent']);
  await upsertRows(tx, PLAN_SALES, sales.rows(), { add: ['orders', 'units'] });
}
