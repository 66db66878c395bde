import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { standingStream } from '#events/stream-names.ts';
import type { Committer, Outcome } from '#services/commerce/engine/command.ts';
import { type ChangeStanding, changeStanding } from '#services/commerce/staff/change-standing.ts';
import { standingKind } from '#services/commerce/staff/standing.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { endAccess } from '../accounts/end-access.ts';
import { lockPerson } from '../accounts/person-lock.ts';
import { ACCOUNT_CHANGED } from '../accounts/sessions.ts';
import type { Staff } from './staff.ts';

interface Parts {
  pool: Pool;
  clock: Clock;
  committer: Pick<Committer, 'submit' | 'read'>;
}

/**
 * Updates the person's row from the log, under its lock; a deleted account stays as it is. A ban ends all access for good:
 * who is shown again signs in again.
 */
export async function applyStanding({ pool, clock, committer }: Parts, user: UserId): Promise<void> {
  const stream = standingStream(user);
  await inTransaction(pool, async (client) => {
    await lockPerson(client, user);
    const { status } = await committer.read([stream], (states) => states.get(standingKind, stream));
    await client.query('UPDATE accounts.users SET status = $2 WHERE id = $1 AND deleted_at IS NULL', [
      user,
      status,
    ]);
    if (status === USER_STATUS.banned) return endAccess(client, user, clock.now());
    await client.query('SELECT pg_notify($1, $2)', [ACCOUNT_CHANGED, user]);
  });
}

/**
 * Shows, hides or bans a person: the event first, then the row. After a crash the worker completes it.
 * @returns whether anything changed, or the refusal of `changeStanding`
 */
export async function changeStandings(
  parts: Parts & { staff: Staff },
  change: Omit<ChangeStanding, 'is_staff'>,
): Promise<Outcome<{ changed: boolean }>> {
  const { committer, staff } = parts;
  const roles = await Promise.all(
    (['support', 'finance', 'admin'] as const).map((role) => staff.holds(change.user_id, role)),
  );
  const outcome = await committer.submit(changeStanding({ ...change, is_staff: roles.includes(true) }));
  if (outcome.accepted) await applyStanding(parts, change.user_id);
  return outcome;
}
