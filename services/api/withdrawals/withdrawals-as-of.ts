import { asUserId, type UserId } from '#events/ids.ts';
import { pagesOfStream } from '#events/log/stream-pages.ts';
import { type Fen, ZERO } from '#events/money.ts';
import { balanceStream } from '#events/stream-names.ts';
import { type ProjectedEvent, projected } from '#read-models/engine/projection.ts';
import {
  type BalanceState,
  evolveBalance,
  noBalance,
  withdrawalOf,
} from '#services/commerce/withdrawals/balance.ts';
import { approvedAlone, firstOneOf } from '#services/commerce/withdrawals/review-withdrawal.ts';
import type { WithdrawalState } from '#services/commerce/withdrawals/withdrawal.ts';
import type { Dependencies } from '../dependencies.ts';

interface Whose {
  withdrawal_id: string;
  user_id: string;
}

export interface StandingWithdrawal {
  user_id: UserId;
  one: WithdrawalState;
  /** Whether the failed withdrawal that it replaces is disputed, or counts as paid after all. */
  first_one: '' | 'disputed' | 'paid';
  /** What counts for a second person besides it while it waits, in fen. */
  approved_alone: Fen;
}

/** What happened to a creator's balance until a position of the log, page by page. */
export async function* balanceEvents(
  log: Dependencies['log'],
  user: UserId,
  until: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<ProjectedEvent[]> {
  for await (const page of pagesOfStream(log, balanceStream(user))) {
    yield page.filter(({ position }) => position <= until).map(projected);
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
export async function standingWithdrawals(
  { committer, log }: Pick<Dependencies, 'committer' | 'log'>,
  whose: readonly Whose[],
  until?: number,
): Promise<StandingWithdrawal[]> {
  const users = [...new Set(whose.map(({ user_id }) => asUserId(user_id)))];
  const balances =
    until === undefined
      ? await committer.read(
          users.map(balanceStream),
          (states) => new Map(users.map((user) => [user, states.get('balance', balanceStream(user))])),
        )
      : new Map<UserId, BalanceState>();
  if (until !== undefined) for (const user of users) balances.set(user, await balanceUntil(log, user, until));
  return whose.flatMap(({ withdrawal_id, user_id }) => {
    const user = asUserId(user_id);
    const state = balances.get(user) ?? noBalance;
    const one = withdrawalOf(state, withdrawal_id);
    if (!one) return [];
    const approved_alone = one.phase === 'waiting' ? approvedAlone(state, one) : ZERO;
    return [{ user_id: user, one, first_one: firstOneOf(state, one), approved_alone }];
  });
}
