import { comingOf } from '#read-models/books/ledger/income.ts';
import { balanceSummaryOf } from '#read-models/books/ledger/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { wire } from '../http/money.ts';

/**
 * A creator's balance summary: settled money counts as pending until it can be withdrawn; losses reduce available at
 * once.
 */
export async function balanceSummaryAnswer(
  { pool, clock }: Pick<Dependencies, 'pool' | 'clock'>,
  user_id: string,
) {
  const [{ balance, as_of }, { coming }] = await Promise.all([
    balanceSummaryOf(pool, user_id),
    comingOf(pool, { user_id, now: clock.now() }),
  ]);
  return {
    balance: {
      pending: wire(balance.pending + coming),
      available: wire(balance.available - coming),
      paying: wire(balance.paying),
    },
    as_of,
  };
}
