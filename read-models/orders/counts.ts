import type { ClientBase } from 'pg';
import { type Columns, relation } from '../engine/rows.ts';
import { Tally } from '../engine/tally.ts';
import type { TouchedOrder } from './fold.ts';
import { CANCELLED, type OrderStatus, PENDING, SUCCESS } from './tables.ts';
import { unitsOf } from './units.ts';

type CountField = 'pending' | 'success' | 'cancelled';
const FIELD_OF = {
  [PENDING]: 'pending',
  [SUCCESS]: 'success',
  [CANCELLED]: 'cancelled',
} as const satisfies Record<OrderStatus, CountField>;
const FIELDS: readonly CountField[] = ['pending', 'success', 'cancelled'];
const COUNTS: Columns<Record<CountField, number>> = {
  pending: 'integer',
  success: 'integer',
  cancelled: 'integer',
};

const added = (table: string): string =>
  FIELDS.map((field) => `${field} = ${table}.${field} + excluded.${field}`).join(', ');

/** How the number of orders in each status changes with one order. */
function changeOf({ order, before }: TouchedOrder): Partial<Record<CountField, number>> {
  if (before === undefined) return { [FIELD_OF[order.status]]: 1 };
  if (before.status === order.status) return {};
  return { [FIELD_OF[before.status]]: -1, [FIELD_OF[order.status]]: 1 };
}

/** Keeps the numbers of orders per day, per buyer and per plan that lists are counted by. */
export async function addToCounts(tx: ClientBase, touched: readonly TouchedOrder[]): Promise<void> {
  const days = new Tally<{ creator_id: string; plan_id: string; day: string }, CountField>(FIELDS);
  const buyers = new Tally<{ user_id: string; creator_id: string }, CountField>(FIELDS);
  const sales = new Tally<{ plan_id: string }, 'orders' | 'units'>(['orders', 'units']);
  for (const one of touched) {
    const { creator_id, user_id, plan_id, placed_day: day, lines, status } = one.order;
    const change = changeOf(one);
    if (Object.keys(change).length === 0) continue;
    days.add({ creator_id, plan_id: '', day }, change);
    buyers.add({ user_id, creator_id }, change);
    // A custom amount has no plan to be counted for.
    if (plan_id === '') continue;
    days.add({ creator_id, plan_id, day }, change);
    if (status === SUCCESS) sales.add({ plan_id }, { orders: 1, units: unitsOf(lines) });
  }
  const dayRows = relation({ creator_id: 'text', plan_id: 'text', day: 'date', ...COUNTS }, days.rows());
  await tx.query(
    `INSERT INTO order_days (${dayRows.names}) SELECT ${dayRows.names} FROM ${dayRows.sql}
     ON CONFLICT (creator_id, plan_id, day) DO UPDATE SET ${added('order_days')}`,
    dayRows.values,
  );
  const buyerRows = relation({ user_id: 'text', creator_id: 'text', ...COUNTS }, buyers.rows());
  await tx.query(
    `INSERT INTO order_buyers (${buyerRows.names}) SELECT ${buyerRows.names} FROM ${buyerRows.sql}
     ON CONFLICT (user_id, creator_id) DO UPDATE SET ${added('order_buyers')}`,
    buyerRows.values,
  );
  const saleRows = relation({ plan_id: 'text', orders: 'bigint', units: 'bigint' }, sales.rows());
  await tx.query(
    `INSERT INTO plan_sales AS s (plan_id, orders, units) SELECT plan_id, orders, units FROM ${saleRows.sql}
     ON CONFLICT (plan_id) DO UPDATE
       SET orders = s.orders + excluded.orders, units = s.units + excluded.units`,
    saleRows.values,
  );
}
