import { randomInt } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { KeyedHash } from '#services/modules/messages/account-name.ts';
import { queriesOn } from '#services/runtime/queries.ts';

const CODES = 10;
const LETTERS = 10;
/** Crockford's base32: no two letters look alike. A code has 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCode = (): string => {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`;
};

const hashOf = (ids: KeyedHash, user: UserId, code: string): Buffer => {
  const letters = code.toUpperCase().replace(/[\s-]/g, '');
  return ids(`recovery-code\0${user}`, letters.replaceAll('O', '0').replace(/[IL]/g, '1'));
};

/** Ten new codes in place of the old ones. They are shown once; only keyed hashes are stored. */
export async function renewRecoveryCodes(
  client: PoolClient,
  ids: KeyedHash,
  user: UserId,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await dropRecoveryCodes(client, user);
  const rows = codes.map((code) => ({ user_id: user, code_hash: hashOf(ids, user, code) }));
  await queriesOn(client).insertInto('accounts.recovery_codes').values(rows).execute();
  return codes;
}

export async function dropRecoveryCodes(client: PoolClient, user: UserId): Promise<void> {
  await queriesOn(client).deleteFrom('accounts.recovery_codes').where('user_id', '=', user).execute();
}

/** Uses up a code; of two concurrent uses one succeeds. */
export async function useRecoveryCode(
  client: Pool | PoolClient,
  ids: KeyedHash,
  user: UserId,
  code: string,
): Promise<boolean> {
  const own = queriesOn(client).deleteFrom('accounts.recovery_codes').where('user_id', '=', user);
  const used = await own.where('code_hash', '=', hashOf(ids, user, code)).executeTakeFirst();
  return used.numDeletedRows === 1n;
}
