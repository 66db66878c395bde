import { chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import type { Shop } from './shop.ts';

/** The refunds of an order's charge at the sandbox provider: amounts in fen, one per refund. */
export async function refundsOf(shop: Shop, order: OutTradeNo): Promise<number[]> {
  const { rows } = await shop.api.deps.pool.query<{ amount: number | string }>(
    'SELECT amount FROM sandbox.refunds WHERE charge_id = $1',
    [chargeIdOf(order, 1)],
  );
  return rows.map((row) => Number(row.amount));
}

/** Messages to fans about refunds of this order. */
export async function messagesOf(shop: Shop, order: OutTradeNo): Promise<number> {
  const { rows } = await shop.api.deps.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM runtime.outbox WHERE message_key = $1`,
    [`late_payment_returned ${chargeIdOf(order, 1)}`],
  );
  return rows[0]?.n ?? 0;
}

/** Timers that a process still has for an order or its late payment. */
export async function timersOf(shop: Shop, order: OutTradeNo): Promise<string[]> {
  const { rows } = await shop.api.deps.pool.query<{ process: string }>(
    'SELECT process FROM runtime.timers WHERE key = ANY($1) ORDER BY process',
    [[order, `${order} ${chargeIdOf(order, 1)}`]],
  );
  return rows.map((row) => row.process);
}
