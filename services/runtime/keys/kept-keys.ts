import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { derivedKey, open, seal } from '../seal.ts';
import type { SecretName, Secrets } from '../secrets.ts';
import type { KeyRing } from './ring.ts';

/** Keys of 32 bytes that stay when master keys change: the database has them, sealed. */
export interface KeptKeys {
  /** For ids that events and programs of others keep, and for counters. */
  ids: Buffer;
  /** The private key of Web Push; browsers subscribe with its public key. */
  push: Buffer;
}

const IDS = 'ids';
const PUSH = 'web-push';

/** The key of the ring that the database was made with. */
async function firstKey(pool: Pool, name: SecretName, ring: KeyRing): Promise<Buffer> {
  const { rows } = await pool.query<{ key_id: string }>(
    'SELECT key_id FROM runtime.keys WHERE name = $1 ORDER BY number',
    [name],
  );
  const recorded = rows.flatMap(({ key_id }) => ring.find(({ id }) => id === key_id) ?? []);
  return (recorded[0] ?? ring.at(-1) ?? ring[0]).key;
}

/**
 * The kept keys; missing ones are made. In a database of an earlier version they are what was used before: derived from
 * the master keys.
 */
export async function keptKeys(pool: Pool, secrets: Secrets): Promise<KeptKeys> {
  const [lookup, vault] = [secrets.ring('lookup'), secrets.ring('vault')];
  const read = async (): Promise<Map<string, Buffer>> => {
    const { rows } = await pool.query<{ name: string; sealed: Buffer }>(
      'SELECT name, sealed FROM runtime.kept_keys',
    );
    return new Map(rows.map(({ name, sealed }) => [name, sealed]));
  };
  let sealed = await read();
  if (!sealed.has(IDS) || !sealed.has(PUSH)) {
    const { rows } = await pool.query<{ used: boolean }>(
      'SELECT EXISTS (SELECT FROM accounts.users) AS used',
    );
    const isUsed = rows[0]?.used === true;
    const ids = isUsed ? await firstKey(pool, 'lookup', lookup) : randomBytes(32);
    const push = isUsed ? derivedKey(await firstKey(pool, 'vault', vault), PUSH) : randomBytes(32);
    await pool.query(
      'INSERT INTO runtime.kept_keys (name, sealed) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING',
      [IDS, seal(lookup, ids, IDS), PUSH, seal(vault, push, PUSH)],
    );
    sealed = await read();
  }
  const opened = (name: string, ring: typeof lookup): Buffer =>
    open(ring, sealed.get(name) ?? Buffer.alloc(0), name);
  return { ids: opened(IDS, lookup), push: opened(PUSH, vault) };
}
