import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { insertRows, relation } from '../../engine/rows.ts';
import { pick } from '../../engine/table.ts';
import { type FindOrders, unlessImported } from '../../orders/order-facts.ts';
import type { KnownFacts } from './booking.ts';
import { type BookedWithdrawal, LEDGER_WITHDRAWALS } from './tables.ts';

const keyOf = ({ user_id, withdrawal_id }: Pick<BookedWithdrawal, 'user_id' | 'withdrawal_id'>): string =>
  `${user_id} ${withdrawal_id}`;

async function withdrawalsOf(
  events: readonly RecordedEvent[],
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

/** Stores the facts of the batch's new withdrawals, and finds those of orders and withdrawals that it refers to. */
export async function takeFacts(
  findOrders: FindOrders,
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<KnownFacts> {
  const orderOf = await findOrders(events, tx);
  const withdrawals = await withdrawalsOf(events, tx);
  return {
    order: (out_trade_no) => unlessImported(orderOf(out_trade_no)),
    withdrawal(user_id, withdrawal_id) {
      const found = withdrawals.get(keyOf({ user_id, withdrawal_id }));
      if (!found) throw new Error(`withdrawal ${withdrawal_id} is unknown, but an event refers to it`);
      return found;
    },
  };
}
