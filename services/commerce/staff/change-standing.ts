import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { staffStream, standingStream } from '#events/stream-names.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { staffKind } from './staff.ts';
import { type Standing, standingKind } from './standing.ts';

export interface ChangeStanding {
  user_id: UserId;
  status: Standing;
  by: UserId;
  reason: string;
  /** Whether the person has a staff role now: roles from before the events have none. */
  is_staff: boolean;
}

const TYPES = {
  [USER_STATUS.shown]: 'UserShown',
  [USER_STATUS.hidden]: 'UserHidden',
  [USER_STATUS.banned]: 'UserBanned',
} as const;

/**
 * Records that a person is shown, hidden or banned; a repetition writes nothing. Refuses: oneself (not_allowed), a
 * member of staff (state_does_not_allow: the roles are revoked first), and a change without a reason.
 */
export function changeStanding(input: ChangeStanding): Command<{ changed: boolean }> {
  const { user_id, status, by } = input;
  const stream = standingStream(user_id);
  const roles = staffStream(user_id);
  return {
    name: 'change_standing',
    actor: `user:${by}`,
    streams: [stream, roles],
    decide(states) {
      if (by === user_id) return refuse({ code: 'not_allowed' });
      const reason = checkedReason(input.reason, 'reason', true);
      if (isRefusal(reason)) return refuse(reason);
      if (states.get(standingKind, stream).status === status) return accept([], { changed: false });
      const known = Object.values(states.get(staffKind, roles));
      const isStaff = known.length > 0 ? known.includes(true) : input.is_staff;
      if (isStaff && status !== USER_STATUS.shown) return refuse({ code: 'state_does_not_allow' });
      const event = { type: TYPES[status], data: { user_id, by, reason } };
      return accept([{ stream, creator_id: user_id, event }], { changed: true });
    },
  };
}
