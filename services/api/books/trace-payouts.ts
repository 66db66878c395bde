import { payoutsOf } from '#read-models/books/ledger/trace.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { TracedWithdrawal } from '#services/contract/books/trace.ts';

export type PaidOut = TracedWithdrawal['paid'];

/** How withdrawals of a creator reached the bank, as of a position; those that did not are left out. */
export async function paidOut(
  { pool, log }: Pick<Dependencies, 'pool' | 'log'>,
  user_id: string,
  withdrawals: readonly string[],
  until: number | undefined,
): Promise<Map<string, NonNullable<PaidOut>>> {
  if (withdrawals.length === 0) return new Map();
  const { rows } = await payoutsOf(pool, user_id, withdrawals, until);
  const paid = new Map<string, NonNullable<PaidOut>>();
  for (const { ref, position, time } of rows) {
    const { events } = await log.readAll(position - 1, { limit: 1 });
    const event = events[0];
    if (event?.type !== 'PayoutSucceeded' && event?.type !== 'PayoutDisputeClosed') {
      throw new Error(`the books say that ${position} is a payout`);
    }
    const { payout_id, provider_reference } = event.data;
    paid.set(ref, { position, time, payout_id, provider_reference });
  }
  return paid;
}
