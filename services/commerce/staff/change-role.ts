import type { UserId } from '#events/ids.ts';
import type { StaffRoleName } from '#events/staff.ts';
import { staffStream } from '#events/stream-names.ts';
import { badInput, isRefusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse, type States } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { staffKind } from './staff.ts';

export interface ChangeRole {
  user_id: UserId;
  role: StaffRoleName;
  /** Granted or revoked. */
  granted: boolean;
  /** Who changes it; null: the command line. */
  by: UserId | null;
  reason: string;
  /** If the person has it now: roles from before the events have none. */
  held: boolean;
  /** The present admins: at least one must remain. */
  admins: readonly UserId[];
}

/**
 * Records that a role is granted or revoked; a repetition writes nothing. Refuses: the own role, a former admin
 * (not_allowed), a change without a reason, and removing the last admin (role).
 */
export function changeRole(input: ChangeRole): Command<{ changed: boolean }> {
  const { user_id, role, granted, by, held, admins } = input;
  const stream = staffStream(user_id);
  const isAdmin = (states: States, one: UserId): boolean =>
    states.get(staffKind, staffStream(one)).admin ?? admins.includes(one);
  return {
    name: 'change_role',
    actor: by === null ? 'process:admin' : `user:${by}`,
    // The append checks it, too: of two admins who revoke each other concurrently one is refused.
    streams: [
      ...new Set([stream, ...(by === null ? [] : [by]).map(staffStream), ...admins.map(staffStream)]),
    ],
    decide(states) {
      if (by === user_id || (by !== null && !isAdmin(states, by))) return refuse({ code: 'not_allowed' });
      const reason = checkedReason(input.reason, 'reason', true);
      if (isRefusal(reason)) return refuse(reason);
      if ((states.get(staffKind, stream)[role] ?? held) === granted) return accept([], { changed: false });
      const left = admins.some((one) => one !== user_id && isAdmin(states, one));
      if (role === 'admin' && !granted && !left) return refuse(badInput('role', { key: 'last_admin' }));
      const type = granted ? ('StaffRoleGranted' as const) : ('StaffRoleRevoked' as const);
      const event = { type, data: { user_id, role, by, reason } };
      return accept([{ stream, creator_id: user_id, event }], { changed: true });
    },
  };
}
