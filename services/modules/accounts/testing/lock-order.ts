import type { Pool } from 'pg';
import { expect } from 'vitest';
import { inTransaction } from '#services/runtime/transaction.ts';

interface LockOrder {
  /** A statement that locks rows: somebody else has them first. */
  first: string;
  /** A statement that locks rows that everybody takes after them. */
  next: string;
}

/** Waits until a statement waits for a lock. */
const somebodyWaits = (pool: Pool) =>
  expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rowCount;
    })
    .toBeGreaterThan(0);

/** A change waits for the first rows and has none of those after them meanwhile; then it is done. */
export async function expectLockOrder<Result>(
  pool: Pool,
  { first, next }: LockOrder,
  change: () => Promise<Result>,
): Promise<Result> {
  let changed: Promise<Result> | undefined;
  await inTransaction(pool, async (client) => {
    await client.query(first);
    changed = change();
    changed.catch(() => undefined);
    await somebodyWaits(pool);
    // Refused if the change has it already, while it waits for the first.
    await client.query(`${next} NOWAIT`);
  });
  if (changed === undefined) throw new Error('nothing was changed');
  return changed;
}
