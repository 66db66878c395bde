import type { UserId } from '#events/ids.ts';
import { rightsStream } from '#events/stream-names.ts';
import type { Committer, Outcome } from '#services/commerce/engine/command.ts';
import { changeRight } from '#services/commerce/staff/change-right.ts';
import { rightsKind } from '#services/commerce/staff/rights.ts';
import type { RightName, RightsRegister } from '#services/modules/accounts/rights.ts';

interface RightChange {
  user_id: UserId;
  right: RightName;
  taken: boolean;
  by: UserId | null;
  reason: string;
}

interface Parts {
  committer: Pick<Committer, 'submit' | 'read'>;
  register: RightsRegister;
}

/** Updates the rows from the log; a repetition changes nothing. */
export function applyRights({ committer, register }: Parts, user: UserId): Promise<void> {
  const stream = rightsStream(user);
  return register.apply(user, () => committer.read([stream], (states) => states.get(rightsKind, stream)));
}

/**
 * Revokes a creator's right or grants it again: the event first, then the change. After a crash the worker completes
 * it. @returns whether anything changed, or the refusal of `changeRight`
 */
export async function changeRights(
  parts: Parts,
  change: RightChange,
): Promise<Outcome<{ changed: boolean }>> {
  const { committer, register } = parts;
  const was_taken = await register.isTaken(change.user_id, change.right);
  const outcome = await committer.submit(changeRight({ ...change, was_taken }));
  if (outcome.accepted) await applyRights(parts, change.user_id);
  return outcome;
}
