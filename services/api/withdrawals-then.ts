import { asUserId, type UserId } from '#events/ids.ts';
import { balanceStream } from '#events/stream-names.ts';
import { type ProjectedEvent, projected } from '#read-models/engine/projection.ts';
import { evolveBalance, noBalance, type WithdrawalState, withdrawalOf } from '#services/commerce/balance.ts';
import { firstOneOf } from '#services/commerce/judge-withdrawal.ts';
import type { Dependencies } from './dependencies.ts';

interface Whose {
  withdrawal_id: string;
  user_id: string;
}

export interface StandingWithdrawal {
  user_id: UserId;
  one: WithdrawalState;
  /** Whether the failed one that it takes the place of is disputed, or counts as paid after all. */
  first_one: '' | 'disputed' | 'paid';
}

/** What happened to creators' balances until a position of the log, or until now. */
export async function balanceEvents(
  { log }: Pick<Dependencies, 'log'>,
  users: readonly UserId[],
  until: number = Number.POSITIVE_INFINITY,
): Promise<Map<UserId, ProjectedEvent[]>> {
  const reads = users.map((user) => ({ stream: balanceStream(user), after: -1 }));
  const read = await log.readStreams(reads);
  return new Map(
    users.map((user) => {
      const events = read.get(balanceStream(user)) ?? [];
      return [user, events.filter(({ position }) => position <= until).map(projected)];
    }),
  );
}

/**
 * How withdrawals stand, in the order given, exactly: by the streams that decide. As of a position their events
 * until then are folded once more.
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
      : new Map(
          [...(await balanceEvents({ log }, users, until))].map(([user, events]) => [
            user,
            events.reduce((state, event) => evolveBalance(state, event, event.metadata.at), noBalance),
          ]),
        );
  return whose.flatMap(({ withdrawal_id, user_id }) => {
    const user = asUserId(user_id);
    const state = balances.get(user) ?? noBalance;
    const one = withdrawalOf(state, withdrawal_id);
    return one ? [{ user_id: user, one, first_one: firstOneOf(state, one) }] : [];
  });
}
