import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { standingStream } from '#events/stream-names.ts';
import type { Committer, Outcome } from '#services/commerce/engine/command.ts';
import { removeFactors } from '#services/commerce/staff/remove-factors.ts';
import { standingKind } from '#services/commerce/staff/standing.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { endAccess } from '../accounts/end-access.ts';
import { factorsOf } from '../accounts/factors/factor-kinds.ts';
import { dropRecoveryCodes } from '../accounts/factors/recovery-codes.ts';
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
    const ended = await queriesOn(client)
      .deleteFrom('accounts.totp')
      .where('user_id', '=', user)
      .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '<=', at)]))
      .returning(['secret_ref', 'confirmed_at'])
      .execute();
    const passkeys = await queriesOn(client)
      .deleteFrom('accounts.passkeys')
      .where('user_id', '=', user)
      .where('created_at', '<=', at)
      .returning('name_ref')
      .execute();
    const refs = [...ended.map(({ secret_ref }) => secret_ref), ...passkeys.map(({ name_ref }) => name_ref)];
    await vault.forget(refs, client);
    const wasThere = passkeys.length > 0 || ended.some(({ confirmed_at }) => confirmed_at !== null);
    if (!wasThere) return false;
    // Codes of a factor that was set up since stay.
    if ((await factorsOf(client, user)).length === 0) await dropRecoveryCodes(client, user);
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
