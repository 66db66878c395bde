import type { UserId } from '#events/ids.ts';
import type { StaffRoleName } from '#events/staff.ts';
import { staffStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from './command.ts';
import { badInput } from './refusal.ts';

export interface ChangeRole {
  user_id: UserId;
  role: StaffRoleName;
  /** Given, or taken away. */
  granted: boolean;
  /** Who changes it; null: whoever works at the machine. */
  by: UserId | null;
  reason: string;
  /** Whether the person holds it now: roles of before this was written down have no event. */
  held: boolean;
  correlation_id?: string;
}

/**
 * Writes down that a role is given or taken away; what stands already is written no second time. Refuses: changing
 * one's own (not_allowed), a change without a reason.
 */
export function changeRole(input: ChangeRole): Command<{ changed: boolean }> {
  const { user_id, role, granted, by, held } = input;
  const stream = staffStream(user_id);
  return {
    name: 'change_role',
    actor: by === null ? 'process:admin' : `user:${by}`,
    correlation_id: input.correlation_id,
    streams: [stream],
    decide(states) {
      if (by === user_id) return refuse({ code: 'not_allowed' });
      const reason = input.reason.trim();
      if (reason === '') return refuse(badInput('reason', { key: 'required' }));
      if ((states.get('staff', stream)[role] ?? held) === granted) return accept([], { changed: false });
      const type = granted ? ('StaffRoleGranted' as const) : ('StaffRoleRevoked' as const);
      const event = { type, data: { user_id, role, by, reason } };
      return accept([{ stream, creator_id: user_id, event }], { changed: true });
    },
  };
}
