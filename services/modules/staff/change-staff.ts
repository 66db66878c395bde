import type { UserId } from '#events/ids.ts';
import { staffStream } from '#events/stream-names.ts';
import type { Committer, Outcome } from '#services/commerce/engine/command.ts';
import { changeRole } from '#services/commerce/staff/change-role.ts';
import { staffKind } from '#services/commerce/staff/staff.ts';
import type { StaffRole } from '#services/modules/accounts/roles.ts';
import type { Staff } from './staff.ts';

interface StaffChange {
  user_id: UserId;
  role: StaffRole;
  granted: boolean;
  by: UserId | null;
  reason: string;
}

interface Parts {
  committer: Pick<Committer, 'submit' | 'read'>;
  staff: Staff;
}

/**
 * Updates the rows from the log; a repetition changes nothing.
 * @returns whether anything changed
 */
export function applyRoles({ committer, staff }: Parts, user: UserId): Promise<boolean> {
  const stream = staffStream(user);
  return staff.apply(user, () => committer.read([stream], (states) => states.get(staffKind, stream)));
}

/**
 * Grants or revokes a role: the event first, then the change. After a crash the worker completes it.
 * @returns whether anything changed, or the refusal of `changeRole`
 */
export async function changeStaff(parts: Parts, change: StaffChange): Promise<Outcome<{ changed: boolean }>> {
  const { committer, staff } = parts;
  const { user_id, role } = change;
  const [held, admins] = await Promise.all([staff.holds(user_id, role), staff.holders('admin')]);
  const outcome = await committer.submit(changeRole({ ...change, held, admins }));
  if (outcome.accepted) await applyRoles(parts, user_id);
  return outcome;
}
