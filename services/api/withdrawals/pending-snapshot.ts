import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { type Fen, fenOf } from '#events/money.ts';
import { userAccount } from '#read-models/books/ledger/accounts.ts';
import { balancesOf, pendingOf, pendingOfEach } from '#read-models/books/ledger/queries.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { PendingSnapshot } from '#services/commerce/withdrawals/balance.ts';

const snapshotOf = (row: Record<keyof PendingSnapshot, number>): PendingSnapshot => ({
  pending: fenOf(row.pending),
  refunds_charged: fenOf(row.refunds_charged),
  settled: fenOf(row.settled),
});

/** A creator's pending income from the ledger, with the events it includes: the decider adds later ones. */
export async function pendingSnapshot(
  pool: Pool,
  user_id: UserId,
): Promise<PendingSnapshot & { as_of: AsOf }> {
  const row = await pendingOf(pool, user_id);
  return { ...snapshotOf(row), as_of: row.as_of };
}

/** Of a past position nothing later counts. */
const ALL_INCLUDED = {
  refunds_charged: Number.MAX_SAFE_INTEGER as Fen,
  settled: Number.MAX_SAFE_INTEGER as Fen,
};

/** The same of several creators, in their order; with a position, as of it. */
export async function pendingSnapshots(
  pool: Pool,
  users: readonly UserId[],
  until?: number,
): Promise<{ seen: PendingSnapshot[]; as_of: AsOf }> {
  if (until === undefined) {
    const { rows, as_of } = await pendingOfEach(pool, users);
    return { seen: rows.map(snapshotOf), as_of };
  }
  const accounts = users.map((user) => userAccount(user, 'pending'));
  const { rows, as_of } = await balancesOf(pool, { accounts, until });
  return {
    seen: rows.map(({ debit, credit }) => ({ pending: fenOf(credit - debit), ...ALL_INCLUDED })),
    as_of,
  };
}
