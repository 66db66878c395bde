import type { ClientBase } from 'pg';
import type { ProjectedEvent } from '../../engine/projection.ts';
import { insertRows, relation, upsertRows } from '../../engine/rows.ts';
import { pick } from '../../engine/table.ts';
import {
  type KnownOrder,
  type KnownWithdrawal,
  RECONCILIATION_ORDERS,
  RECONCILIATION_WITHDRAWALS,
} from './tables.ts';

async function ordersOf(events: readonly ProjectedEvent[], tx: ClientBase): Promise<Map<string, KnownOrder>> {
  const placed: KnownOrder[] = [];
  const wanted = new Set<string>();
  for (const { type, data, metadata } of events) {
    if (type === 'OrderPlaced') {
      const { out_trade_no, creator_id, provider } = data;
      if (!metadata.imported) placed.push({ out_trade_no, creator_id, provider });
    } else if ('out_trade_no' in data) wanted.add(data.out_trade_no);
  }
  const known = new Map(placed.map((order) => [order.out_trade_no, order]));
  const missing = [...wanted].filter((number) => !known.has(number));
  if (missing.length > 0) {
    const { rows } = await tx.query<KnownOrder>(
      'SELECT out_trade_no, creator_id, provider FROM reconciliation_orders WHERE out_trade_no = ANY ($1)',
      [missing],
    );
    for (const row of rows) known.set(row.out_trade_no, row);
  }
  await insertRows(tx, RECONCILIATION_ORDERS, placed);
  return known;
}

const keyOf = (user_id: string, withdrawal_id: string): string => `${user_id} ${withdrawal_id}`;

async function withdrawalsOf(
  events: readonly ProjectedEvent[],
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

/** Stores the facts of the batch's new orders and withdrawals, and loads those that the batch refers to. */
export async function takeFacts(events: readonly ProjectedEvent[], tx: ClientBase) {
  const orders = await ordersOf(events, tx);
  const withdrawals = await withdrawalsOf(events, tx);
  return {
    /** undefined for imported ones: their money never was at a provider of ours. */
    order: (out_trade_no: string): KnownOrder | undefined => orders.get(out_trade_no),
    withdrawal: (user_id: string, withdrawal_id: string): KnownWithdrawal | undefined =>
      withdrawals.get(keyOf(user_id, withdrawal_id)),
  };
}

export type KnownFacts = Awaited<ReturnType<typeof takeFacts>>;
