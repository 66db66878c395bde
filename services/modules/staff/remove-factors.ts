import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { standingStream } from '#events/stream-names.ts';
import type { Committer, Outcome } from '#services/commerce/engine/command.ts';
import { removeFactors } from '#services/commerce/staff/remove-factors.ts';
import { standingKind } from '#services/commerce/staff/standing.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { endAccess } from '../accounts/end-access.ts';
import { endFactors } from '../accounts/factors/end-factors.ts';
import { lockPerson } from '../accounts/person-lock.ts';
import type { Vault } from '../accounts/vault.ts';
import type { Outbox } from '../messages/outbox.ts';

interface Parts {
  pool: Pool;
  clock: Clock;
  committer: Pick<Committer, 'submit' | 'read'>;
  vault: Pick<Vault, 'forget'>;
  outbox: Pick<Outbox, 'send'>;
}

/**
 * Ends the factors from before the newest decision, and all access. A repetition after a crash changes nothing.
 * @returns whether there was a factor
 */
export async function applyFactorRemoval(parts: Parts, user: UserId): Promise<boolean> {
  const { pool, clock, committer, vault, outbox } = parts;
  const stream = standingStream(user);
  const state = await committer.read([stream], (states) => states.get(standingKind, stream));
  const at = state.factors_removed_at;
  if (at === 0) return false;
  const isRemoved = await inTransaction(pool, async (client) => {
    await lockPerson(client, user);
    // Codes of a factor that was set up since stay.
    if (!(await endFactors(client, vault, user, { through: at }))) return false;
    await endAccess(client, user, clock.now());
    return true;
  });
  if (isRemoved) {
    const message_key = `factors removed ${user} ${at}`;
    await outbox.send({ to_user: user, template: 'factors_removed', values: {}, message_key });
  }
  return isRemoved;
}

/** The event first, then the rows. After a crash the worker completes it. */
export async function removeFactorsOf(
  parts: Parts,
  user_id: UserId,
  reason: string,
): Promise<Outcome<{ changed: boolean }>> {
  const outcome = await parts.committer.submit(removeFactors({ user_id, reason }));
  if (!outcome.accepted) return outcome;
  return { ...outcome, result: { changed: await applyFactorRemoval(parts, user_id) } };
}
