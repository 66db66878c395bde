import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { pendingOf } from '#read-models/books/ledger/queries.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { PendingSeen } from '#services/commerce/withdrawals/balance.ts';

/** A creator's pending income from the ledger, with the events it includes: the decider adds later ones. */
export async function pendingSeen(pool: Pool, user_id: UserId): Promise<PendingSeen & { as_of: AsOf }> {
  const { pending, refunds_charged, settled, as_of } = await pendingOf(pool, user_id);
  return { pending: fenOf(pending), refunds_charged: fenOf(refunds_charged), settled: fenOf(settled), as_of };
}
