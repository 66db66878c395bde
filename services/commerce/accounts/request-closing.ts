import type { UserId } from '#events/ids.ts';
import { accountStream, staffStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { staffKind } from '../staff/staff.ts';
import { accountKind } from './account.ts';

/** In which the person can take the request back. */
export const CLOSING_MS = 7 * 86_400_000;

/**
 * Closes the account in seven days. From now on no order pays it, so that its balance cannot grow any more. Refuses
 * (state_does_not_allow) a second request, a closed account, and one with a staff role.
 * @param reason_ref vault entry
 */
export function requestClosing({
  user_id,
  reason_ref,
}: {
  user_id: UserId;
  reason_ref: string | null;
}): Command<{ due_at: Millis }> {
  const [account, staff] = [accountStream(user_id), staffStream(user_id)];
  return {
    name: 'request_closing',
    actor: `user:${user_id}`,
    streams: [account, staff],
    decide(states, now) {
      const { phase, closing } = states.get(accountKind, account);
      const isStaff = Object.values(states.get(staffKind, staff)).includes(true);
      if (phase === 'closed' || closing?.status === 'pending' || isStaff)
        return refuse({ code: 'state_does_not_allow' });
      const due_at = now + CLOSING_MS;
      const event = { type: 'AccountClosingRequested' as const, data: { user_id, due_at, reason_ref } };
      return accept([{ stream: account, creator_id: user_id, event }], { due_at });
    },
  };
}

/**
 * Ends a request without closing the account. Refuses (state_does_not_allow) without a pending one. Only a request that
 * is due can be rejected.
 */
export function endClosing({
  user_id,
  outcome,
}: {
  user_id: UserId;
  outcome: 'taken_back' | 'rejected';
}): Command<null> {
  const account = accountStream(user_id);
  return {
    name: 'end_closing',
    actor: outcome === 'rejected' ? 'process:closing-requests' : `user:${user_id}`,
    streams: [account],
    decide(states, now) {
      const { phase, closing } = states.get(accountKind, account);
      if (phase === 'closed' || closing?.status !== 'pending')
        return refuse({ code: 'state_does_not_allow' });
      if (outcome === 'rejected' && closing.due_at > now) return refuse({ code: 'state_does_not_allow' });
      const event = { type: 'AccountClosingEnded' as const, data: { user_id, outcome } };
      return accept([{ stream: account, creator_id: user_id, event }], null);
    },
  };
}
