import type { ClientBase } from 'pg';
import type { ProjectedEvent } from '../../engine/projection.ts';
import { insertRows, relation } from '../../engine/rows.ts';
import { pick, selected } from '../../engine/table.ts';
import { bookedOrderOf, type KnownFacts } from './booking.ts';
import { type BookedOrder, type BookedWithdrawal, LEDGER_ORDERS, LEDGER_WITHDRAWALS } from './tables.ts';

async function ordersOf(
  events: readonly ProjectedEvent[],
  tx: ClientBase,
): Promise<Map<string, BookedOrder>> {
  const placed: BookedOrder[] = [];
  const wanted = new Set<string>();
  for (const { type, data, metadata } of events) {
    if (type === 'OrderPlaced') {
      if (!metadata.imported) placed.push(bookedOrderOf(data));
    } else if ('out_trade_no' in data) wanted.add(data.out_trade_no);
  }
  const known = new Map(placed.map((order) => [order.out_trade_no, order]));
  const missing = [...wanted].filter((number) => !known.has(number));
  if (missing.length > 0) {
    const { rows } = await tx.query<BookedOrder>(
      `SELECT ${selected(LEDGER_ORDERS.columns)} FROM ledger_orders WHERE out_trade_no = ANY ($1)`,
      [missing],
    );
    for (const row of rows) known.set(row.out_trade_no, row);
  }
  await insertRows(tx, LEDGER_ORDERS, placed);
  return known;
}

const keyOf = ({ user_id, withdrawal_id }: Pick<BookedWithdrawal, 'user_id' | 'withdrawal_id'>): string =>
  `${user_id} ${withdrawal_id}`;

async function withdrawalsOf(
  events: readonly ProjectedEvent[],
  tx: ClientBase,
): Promise<Map<string, BookedWithdrawal>> {
  const requested: BookedWithdrawal[] = [];
  const wanted = new Map<string, { user_id: string; withdrawal_id: string }>();
  for (const { type, data } of events) {
    if (!('withdrawal_id' in data)) continue;
    const { user_id, withdrawal_id } = data;
    if (type === 'WithdrawalRequested') requested.push({ user_id, withdrawal_id, amount: data.amount });
    else wanted.set(keyOf(data), { user_id, withdrawal_id });
  }
  await insertRows(tx, LEDGER_WITHDRAWALS, requested);
  if (wanted.size > 0) {
    const { sql, values } = relation(pick(LEDGER_WITHDRAWALS, 'user_id', 'withdrawal_id'), [
      ...wanted.values(),
    ]);
    const { rows } = await tx.query<BookedWithdrawal>(
      `SELECT w.user_id, w.withdrawal_id, w.amount::float8 AS amount
         FROM ${sql} JOIN ledger_withdrawals w USING (user_id, withdrawal_id)`,
      values,
    );
    return new Map(rows.map((row) => [keyOf(row), row]));
  }
  return new Map();
}

/** Stores the facts of the batch's new orders and withdrawals, and loads those that the batch refers to. */
export async function takeFacts(events: readonly ProjectedEvent[], tx: ClientBase): Promise<KnownFacts> {
  const orders = await ordersOf(events, tx);
  const withdrawals = await withdrawalsOf(events, tx);
  return {
    order: (out_trade_no) => orders.get(out_trade_no),
    withdrawal(user_id, withdrawal_id) {
      const found = withdrawals.get(keyOf({ user_id, withdrawal_id }));
      if (!found) throw new Error(`withdrawal ${withdrawal_id} is unknown, but an event refers to it`);
      return found;
    },
  };
}
