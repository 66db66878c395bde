import type { UserId } from '#events/ids.ts';
import { rightsStream } from '#events/stream-names.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { rightsKind } from './rights.ts';

export interface ChangeRight {
  user_id: UserId;
  right: string;
  /** Revoked, or granted. */
  taken: boolean;
  /** Who changes it; null: the command line. */
  by: UserId | null;
  reason: string;
  /** Whether it is revoked now: older changes have no event. */
  was_taken: boolean;
}

/**
 * Records that a creator's right is revoked or granted; a repetition writes nothing. Refuses: the own right
 * (not_allowed), a change without a reason.
 */
export function changeRight(input: ChangeRight): Command<{ changed: boolean }> {
  const { user_id, right, taken, by, was_taken } = input;
  const stream = rightsStream(user_id);
  return {
    name: 'change_right',
    actor: by === null ? 'process:admin' : `user:${by}`,
    streams: [stream],
    decide(states) {
      if (by === user_id) return refuse({ code: 'not_allowed' });
      const reason = checkedReason(input.reason, 'reason', true);
      if (isRefusal(reason)) return refuse(reason);
      if ((states.get(rightsKind, stream)[right] ?? was_taken) === taken)
        return accept([], { changed: false });
      const type = taken ? ('CreatorRightTaken' as const) : ('CreatorRightReturned' as const);
      const event = { type, data: { user_id, right, by, reason } };
      return accept([{ stream, creator_id: user_id, event }], { changed: true });
    },
  };
}
