import type { PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { Vault } from '../vault.ts';
import { type FactorKind, factorsOf } from './factor-kinds.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';

interface Which {
  /** Only what was there at this time; later ones stay. */
  through?: Millis;
  /** Without it both kinds. */
  only?: FactorKind;
}

/**
 * Deletes the authenticator and the passkeys of a locked person, with the recovery codes when no factor is left.
 * @returns whether there was one that counted
 */
export async function endFactors(
  client: PoolClient,
  vault: Pick<Vault, 'forget'>,
  user: UserId,
  { through = Number.MAX_SAFE_INTEGER, only }: Which = {},
): Promise<boolean> {
  const own = queriesOn(client);
  const deletedTotp = own
    .deleteFrom('accounts.totp')
    .where('user_id', '=', user)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '<=', through)]))
    .returning(['secret_ref', 'confirmed_at']);
  const deletedPasskeys = own
    .deleteFrom('accounts.passkeys')
    .where('user_id', '=', user)
    .where('created_at', '<=', through)
    .returning('name_ref');
  const ended = only === 'passkey' ? [] : await deletedTotp.execute();
  const passkeys = only === 'totp' ? [] : await deletedPasskeys.execute();
  const refs = [...ended.map(({ secret_ref }) => secret_ref), ...passkeys.map(({ name_ref }) => name_ref)];
  await vault.forget(refs, client);
  const wasThere = passkeys.length > 0 || ended.some(({ confirmed_at }) => confirmed_at !== null);
  if (wasThere && (await factorsOf(client, user)).length === 0) await dropRecoveryCodes(client, user);
  return wasThere;
}
