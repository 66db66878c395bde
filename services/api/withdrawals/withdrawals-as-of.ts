import { asUserId, type UserId } from '#events/ids.ts';
import { pagesOfStream } from '#events/log/stream-pages.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { balanceStream } from '#events/stream-names.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import {
  type BalanceState,
  balanceKind,
  evolveBalance,
  noBalance,
  type PendingSnapshot,
  withdrawalOf,
} from '#services/commerce/withdrawals/balance.ts';
import type { WithdrawalState } from '#services/commerce/withdrawals/withdrawal.ts';
import { pendingSnapshots } from './pending-snapshot.ts';

interface Whose {
  withdrawal_id: string;
  user_id: string;
}

export interface WithdrawalAsOf {
  user_id: UserId;
  one: WithdrawalState;
  /** The balance that it belongs to, and pending income as read: what a decision about it is made on. */
  state: BalanceState;
  seen: PendingSnapshot;
}

/** What happened to a creator's balance until a position of the log, page by page. */
export async function* balanceEvents(
  log: Dependencies['log'],
  user: UserId,
  until: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<RecordedEvent[]> {
  for await (const page of pagesOfStream(log, balanceStream(user))) {
    yield page.filter(({ position }) => position <= until);
    if ((page.at(-1)?.position ?? 0) > until) return;
  }
}

async function balanceUntil(log: Dependencies['log'], user: UserId, until: number): Promise<BalanceState> {
  let state = noBalance;
  for await (const events of balanceEvents(log, user, until)) {
    for (const event of events) state = evolveBalance(state, event, event.metadata.at);
  }
  return state;
}

/**
 * The exact states of withdrawals in the given order, from their streams. As of a position, the events up to it are
 * folded again.
 */
export async function withdrawalsAsOf(
  { committer, log, pool }: Pick<Dependencies, 'committer' | 'log' | 'pool'>,
  whose: readonly Whose[],
  until?: number,
): Promise<{ found: WithdrawalAsOf[]; as_of: AsOf }> {
  const users = [...new Set(whose.map(({ user_id }) => asUserId(user_id)))];
  // Pending income is read first: refunds between both reads are in the balance.
  const pending = await pendingSnapshots(pool, users, until);
  const balances: BalanceState[] =
    until === undefined
      ? await committer.read(users.map(balanceStream), (states) =>
          users.map((user) => states.get(balanceKind, balanceStream(user))),
        )
      : [];
  if (until !== undefined) for (const user of users) balances.push(await balanceUntil(log, user, until));
  const found = whose.flatMap(({ withdrawal_id, user_id }) => {
    const user = asUserId(user_id);
    const [state, seen] = [balances[users.indexOf(user)], pending.seen[users.indexOf(user)]];
    const one = state && withdrawalOf(state, withdrawal_id);
    return one && seen ? [{ user_id: user, one, state, seen }] : [];
  });
  return { found, as_of: pending.as_of };
}
