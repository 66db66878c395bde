import type { ClientBase } from 'pg';
import { ORDER_STATUS, type OrderStatus, REFUND_STATE, type RefundState } from '#events/status.ts';
import { upsertRows } from '../engine/rows.ts';
import { Tally } from '../engine/tally.ts';
import type { TouchedOrder } from './fold.ts';
import { ORDER_BUYERS, ORDER_DAYS, PLAN_SALES } from './tables.ts';
import { unitsOf } from './units.ts';

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
type DayField = StatusField | RefundField | 'paid' | 'paid_amount' | 'paid_net';
const DAY_FIELDS: readonly DayField[] = [
  ...STATUSES,
  'part_refund',
  'full_refund',
  'paid',
  'paid_amount',
  'paid_net',
];

/** The key of a product type's counts; ids of plans never contain #. */
export const typeKey = (product_type: number): string => `#${product_type}`;

/** How the number of orders in each status changes with one order. */
function statusChange({ order, before }: TouchedOrder): Partial<Record<StatusField, number>> {
  if (before === undefined) return { [STATUS_FIELD[order.status]]: 1 };
  if (before.status === order.status) return {};
  return { [STATUS_FIELD[before.status]]: -1, [STATUS_FIELD[order.status]]: 1 };
}

/** The same of refunded ones. */
function refundChange({ order, before }: TouchedOrder): Partial<Record<RefundField, number>> {
  const was = REFUND_FIELD[before?.refund_state ?? REFUND_STATE.none];
  const is = REFUND_FIELD[order.refund_state];
  if (was === is) return {};
  return { ...(was !== null && { [was]: -1 }), ...(is !== null && { [is]: 1 }) };
}

/** Keeps the numbers of orders per day, per buyer and per plan that lists are counted by. */
export async function addToCounts(tx: ClientBase, touched: readonly TouchedOrder[]): Promise<void> {
  const days = new Tally<{ creator_id: string; plan_id: string; day: string }, DayField>(DAY_FIELDS);
  const buyers = new Tally<{ user_id: string; creator_id: string }, StatusField>(STATUSES);
  const sales = new Tally<{ plan_id: string }, 'orders' | 'units'>(['orders', 'units']);
  for (const one of touched) {
    const {
      creator_id,
      user_id,
      plan_id,
      product_type,
      placed_day: day,
      paid_day,
      lines,
      status,
    } = one.order;
    const moved = statusChange(one);
    const change = { ...moved, ...refundChange(one) };
    if (Object.keys(change).length === 0) continue;
    days.add({ creator_id, plan_id: '', day }, change);
    days.add({ creator_id, plan_id: typeKey(product_type), day }, change);
    // A custom amount has no plan to be counted for.
    if (plan_id !== '') days.add({ creator_id, plan_id, day }, change);
    if (paid_day !== null && !one.before?.paid_day) {
      const paid = { paid: 1, paid_amount: one.order.total_amount, paid_net: one.order.net };
      days.add({ creator_id, plan_id: '', day: paid_day }, paid);
      if (plan_id !== '') days.add({ creator_id, plan_id, day: paid_day }, paid);
    }
    if (Object.keys(moved).length === 0) continue;
    buyers.add({ user_id, creator_id }, moved);
    if (status === ORDER_STATUS.success && plan_id !== '')
      sales.add({ plan_id }, { orders: 1, units: unitsOf(lines) });
  }
  await upsertRows(tx, ORDER_DAYS, days.rows(), { add: DAY_FIELDS });
  await upsertRows(tx, ORDER_BUYERS, buyers.rows(), { add: STATUSES });
  await upsertRows(tx, PLAN_SALES, sales.rows(), { add: ['orders', 'units'] });
}
