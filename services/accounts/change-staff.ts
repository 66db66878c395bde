import type { UserId } from '#events/ids.ts';
import { changeRole } from '#services/commerce/change-role.ts';
import type { Committer, Outcome } from '#services/commerce/command.ts';
import type { StaffRole } from './roles.ts';
import type { Staff } from './staff.ts';

interface StaffChange {
  user_id: UserId;
  role: StaffRole;
  granted: boolean;
  by: UserId | null;
  reason: string;
  correlation_id?: string;
}

/**
 * Gives or takes a role: written down first, then done. What died in between is made good by doing it again.
 * @returns whether it changed anything, or the refusal of `changeRole`
 */
export async function changeStaff(
  { committer, staff }: { committer: Pick<Committer, 'submit'>; staff: Staff },
  change: StaffChange,
): Promise<Outcome<{ changed: boolean }>> {
  const { user_id, role, granted } = change;
  const held = await staff.holds(user_id, role);
  const outcome = await committer.submit(changeRole({ ...change, held }));
  if (!outcome.accepted) return outcome;
  const changed = granted ? await staff.grant(user_id, role) : await staff.revoke(user_id, role);
  return { ...outcome, result: { changed } };
}
