import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { relation, upsertRows } from '../../engine/rows.ts';
import { pick } from '../../engine/table.ts';
import { type FindOrders, unlessImported } from '../../orders/order-facts.ts';
import { type KnownWithdrawal, RECONCILIATION_WITHDRAWALS } from './tables.ts';

const keyOf = (user_id: string, withdrawal_id: string): string => `${user_id} ${withdrawal_id}`;

async function withdrawalsOf(
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Map<string, KnownWithdrawal>> {
  const known = new Map<string, KnownWithdrawal>();
  const wanted = new Map<string, { user_id: string; withdrawal_id: string }>();
  for (const { data } of events) {
    if (!('withdrawal_id' in data)) continue;
    const { user_id, withdrawal_id } = data;
    wanted.set(keyOf(user_id, withdrawal_id), { user_id, withdrawal_id });
  }
  if (wanted.size === 0) return known;
  const { sql, values } = relation(pick(RECONCILIATION_WITHDRAWALS, 'user_id', 'withdrawal_id'), [
    ...wanted.values(),
  ]);
  const { rows } = await tx.query<KnownWithdrawal>(
    `SELECT w.user_id, w.withdrawal_id, w.amount::float8 AS amount, w.provider
       FROM ${sql} JOIN reconciliation_withdrawals w USING (user_id, withdrawal_id)`,
    values,
  );
  for (const row of rows) known.set(keyOf(row.user_id, row.withdrawal_id), row);
  for (const { type, data } of events) {
    if (type === 'WithdrawalRequested') {
      const { user_id, withdrawal_id, amount } = data;
      known.set(keyOf(user_id, withdrawal_id), { user_id, withdrawal_id, amount, provider: '' });
    } else if (type === 'PayoutSent') {
      const of = known.get(keyOf(data.user_id, data.withdrawal_id));
      if (of) of.provider = data.provider;
    }
  }
  await upsertRows(tx, RECONCILIATION_WITHDRAWALS, [...known.values()], { set: ['provider'] });
  return known;
}

/** Stores the facts of the batch's new withdrawals, and finds those of orders and withdrawals that it refers to. */
export async function takeFacts(findOrders: FindOrders, events: readonly RecordedEvent[], tx: ClientBase) {
  const orderOf = await findOrders(events, tx);
  const withdrawals = await withdrawalsOf(events, tx);
  return {
    order: (out_trade_no: string) => unlessImported(orderOf(out_trade_no)),
    withdrawal: (user_id: string, withdrawal_id: string): KnownWithdrawal | undefined =>
      withdrawals.get(keyOf(user_id, withdrawal_id)),
  };
}

export type KnownFacts = Awaited<ReturnType<typeof takeFacts>>;
