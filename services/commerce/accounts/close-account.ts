import { derivedEventId, type UserId } from '#events/ids.ts';
import { accountStream, balanceStream, staffStream, unpaidStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { staffKind } from '../staff/staff.ts';
import {
  availableAt,
  type BalanceState,
  balanceKind,
  hasOpenWithdrawal,
  type PendingSnapshot,
  pendingNow,
} from '../withdrawals/balance.ts';
import { accountKind } from './account.ts';

export interface CloseAccount {
  user_id: UserId;
  /**
   * Version of the stream of the person's orders when nothing of them was open; null: the account was erased before
   * closing was an event, and nothing is checked.
   */
  orders_seen: number | null;
  /** Of a seller: pending income as the books have it, with all events before the time of closing. */
  pending?: PendingSnapshot;
}

/** Nothing is owed, in either direction, now or later. */
export const isSettled = (balance: BalanceState, pending: PendingSnapshot): boolean =>
  pendingNow(balance, pending) === 0 &&
  availableAt(balance, Number.MAX_SAFE_INTEGER) === 0 &&
  !hasOpenWithdrawal(balance);

/**
 * Closes an account for good; a closed one stays closed without an event. Refuses (state_does_not_allow): one with a staff
 * role, and one that placed an order since `orders_seen`. One that an order pays is closed by a request that is due, with
 * an empty balance.
 */
export function closeAccount({ user_id, orders_seen, pending }: CloseAccount): Command<null> {
  const [account, orders] = [accountStream(user_id), unpaidStream(user_id)];
  const [balance, staff] = [balanceStream(user_id), staffStream(user_id)];
  return {
    name: 'close_account',
    actor: `user:${user_id}`,
    streams: [account, orders, balance, staff],
    decide(states, now) {
      const { phase, closing } = states.get(accountKind, account);
      if (phase === 'closed') return accept([], null);
      if (orders_seen !== null) {
        const isDue = closing?.status === 'pending' && closing.due_at <= now;
        const money = states.get(balanceKind, balance);
        const isPaid = phase === 'earning' || states.versionOf(balance) >= 0;
        const stays =
          (isPaid && !(isDue && pending !== undefined && isSettled(money, pending))) ||
          Object.values(states.get(staffKind, staff)).includes(true) ||
          states.versionOf(orders) !== orders_seen;
        if (stays) return refuse({ code: 'state_does_not_allow' });
      }
      const data = { user_id };
      const events: Decided[] = [
        { stream: account, creator_id: user_id, event: { type: 'AccountClosed', data } },
        { stream: orders, creator_id: user_id, event: { type: 'PurchasesClosed', data } },
      ];
      return accept(
        events.map((one) => ({ ...one, id: derivedEventId(one.event.type, user_id) })),
        null,
      );
    },
  };
}
