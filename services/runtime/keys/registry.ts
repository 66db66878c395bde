import type { Pool, PoolClient } from 'pg';
import { DAY_MS } from '#events/time.ts';
import { type Rings, type SecretName, secretNames, variableOf } from '../secrets.ts';
import { ConfigError } from '../settings/values.ts';
import { signingKey } from '../signing-key.ts';
import { inTransaction } from '../transaction.ts';
import type { KeyRing } from './ring.ts';

/** A key with which values of the database were written. */
export interface RecordedKey {
  name: SecretName;
  key_id: string;
  public_key: string | null;
  used_since: Date;
  /** null: the newest, which writes. */
  retired_at: Date | null;
  unused_at: Date | null;
}

/** Keys of which nothing is stored: they can be forgotten while something of them is still valid. */
export const forgettable = ['ticket-signing', 'sandbox-notices', 'session-signing'] as const;

/** The last session of a key has ended. */
const SESSION_DAYS = 360;
/** A server that was not heard of for this long has ended. */
const GONE_SECONDS = 5;
/** Key of an advisory lock: servers register and values are rewritten one after the other. */
const REGISTRY_LOCK = 4_103_770;

const KEY_PAIRS: readonly SecretName[] = ['ticket-signing', 'log-sealing', 'session-signing'];
const publicKeyOf = (name: SecretName, key: Buffer): string | null =>
  KEY_PAIRS.includes(name) ? signingKey(key).pem : null;

/** Those that are in use, the newest first. */
export async function recordedKeys(on: Pool | PoolClient): Promise<RecordedKey[]> {
  const { rows } = await on.query<RecordedKey>(
    `SELECT name, key_id, public_key, used_since, retired_at, unused_at FROM runtime.keys
      WHERE removed_at IS NULL ORDER BY name, retired_at IS NOT NULL, retired_at DESC, number DESC`,
  );
  return rows;
}

/** Whether the settings may lack it. */
export function isUnused({ name, retired_at, unused_at }: RecordedKey, now = Date.now()): boolean {
  if (retired_at === null) return false;
  if (unused_at !== null || name === 'ticket-signing' || name === 'sandbox-notices') return true;
  return name === 'session-signing' && retired_at.getTime() + SESSION_DAYS * DAY_MS < now;
}

const commandFor = (name: SecretName, id: string): string =>
  forgettable.some((one) => one === name) ? ` (npm run keys -- forget ${name} ${id} gives it up)` : '';

/** What is wrong with the keys of one name; undefined: nothing. */
function faultOf(
  name: SecretName,
  ring: KeyRing,
  saved: readonly RecordedKey[],
  isServer: boolean,
): string | undefined {
  const variable = variableOf(name);
  const own = saved.filter((one) => one.name === name);
  const current = own[0];
  if (current === undefined) return undefined;
  const has = (id: string): boolean => ring.some((key) => key.id === id);
  const lacking = own.find((one) => !has(one.key_id) && !isUnused(one));
  if (!own.some((one) => has(one.key_id))) {
    const other = saved.find((one) => has(one.key_id));
    if (other) return `${variable} has the key of ${variableOf(other.name)}`;
    const id = lacking?.key_id ?? current.key_id;
    return `${variable} is id ${ring[0].id}, the database has id ${id}${commandFor(name, id)}`;
  }
  if (lacking) {
    const { key_id } = lacking;
    return `${variable} lacks the key with id ${key_id}, which is still in use${commandFor(name, key_id)}`;
  }
  if (!isServer && !own.some((one) => one.key_id === ring[0].id)) {
    return `${variable} begins with id ${ring[0].id}, which no server has used yet: start a server first`;
  }
  return undefined;
}

/**
 * Throws a ConfigError of one line when the keys are not those of the database.
 * @param isServer then every key is needed, and a new one may be the newest
 */
export function requireKeys(saved: readonly RecordedKey[], rings: Partial<Rings>, isServer: boolean): void {
  const faults = secretNames.flatMap((name) => {
    const ring = rings[name];
    const recorded = saved.find((one) => one.name === name);
    if (ring) return faultOf(name, ring, saved, isServer) ?? [];
    return isServer && recorded
      ? [`${variableOf(name)} is none, the database has id ${recorded.key_id}`]
      : [];
  });
  if (faults.length > 0)
    throw new ConfigError(`these are not the settings of this database: ${faults.join('; ')}`);
}

interface Holder {
  process: string;
  key_ids: Partial<Record<SecretName, string[]>>;
}

async function liveHolders(client: PoolClient, except: string): Promise<Holder[]> {
  const { rows } = await client.query<Holder>(
    `SELECT process, key_ids FROM runtime.key_holders
      WHERE instance <> $1 AND beat_at > now() - make_interval(secs => ${GONE_SECONDS})`,
    [except],
  );
  return rows;
}

/** Whether every server that runs writes with this key. */
export async function allWriteWith(client: PoolClient, name: SecretName, id: string): Promise<boolean> {
  return (await liveHolders(client, '')).every(({ key_ids }) => (key_ids[name]?.[0] ?? id) === id);
}

/** No server registers while the transaction runs. */
export const holdRegistry = async (client: PoolClient): Promise<void> =>
  void (await client.query('SELECT pg_advisory_xact_lock_shared($1)', [REGISTRY_LOCK]));

async function registerName(
  client: PoolClient,
  name: SecretName,
  ring: KeyRing,
  saved: readonly RecordedKey[],
  holders: readonly Holder[],
): Promise<void> {
  const variable = variableOf(name);
  const newest = ring[0].id;
  const own = saved.filter((one) => one.name === name);
  const lacks = holders.find(({ key_ids }) => key_ids[name] && !key_ids[name].includes(newest));
  if (lacks) {
    throw new ConfigError(
      `${variable} begins with id ${newest}, which a running server (${lacks.process}) does not have: add it there at the end first`,
    );
  }
  for (const { key_id } of own.filter((one) => !ring.some(({ id }) => id === one.key_id))) {
    const writer = holders.find(({ key_ids }) => key_ids[name]?.[0] === key_id);
    if (writer) {
      throw new ConfigError(
        `${variable} lacks the key with id ${key_id}, with which a running server (${writer.process}) writes: restart it with the new key first`,
      );
    }
    await client.query('UPDATE runtime.keys SET removed_at = now() WHERE name = $1 AND key_id = $2', [
      name,
      key_id,
    ]);
  }
  // An earlier version recorded none.
  for (const { id, key } of ring.filter(({ id }) =>
    own.some((one) => one.key_id === id && !one.public_key),
  )) {
    await client.query('UPDATE runtime.keys SET public_key = $3 WHERE name = $1 AND key_id = $2', [
      name,
      id,
      publicKeyOf(name, key),
    ]);
  }
  if (own.some((one) => one.key_id === newest && one.retired_at === null)) return;
  // What was rewritten with the former key is written again.
  await client.query('DELETE FROM runtime.key_passes WHERE name = $1', [name]);
  // A database without a record may have values of every key.
  const used = own.length === 0 ? ring.toReversed() : [ring[0]];
  for (const { id, key } of used) {
    await client.query(
      `INSERT INTO runtime.keys (name, key_id, public_key, retired_at)
       VALUES ($1, $2, $3, CASE WHEN $4 THEN NULL ELSE now() END)
       ON CONFLICT (name, key_id) DO UPDATE
         SET retired_at = excluded.retired_at, unused_at = NULL, removed_at = NULL`,
      [name, id, publicKeyOf(name, key), id === newest],
    );
  }
  await client.query(
    `UPDATE runtime.keys SET retired_at = now(), unused_at = NULL
      WHERE name = $1 AND key_id <> $2 AND retired_at IS NULL`,
    [name, newest],
  );
}

/**
 * A server starts: records its newest keys and, with an instance, that it runs. Throws a ConfigError of one line when a
 * key is missing or another one, when a server that runs does not have the newest key, and when one still writes with a
 * key that is left out.
 */
export const registerKeys = (
  pool: Pool,
  rings: Rings,
  { instance = '', process = '' }: { instance?: string; process?: string } = {},
): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [REGISTRY_LOCK]);
    const saved = await recordedKeys(client);
    requireKeys(saved, rings, true);
    const holders = await liveHolders(client, instance);
    for (const name of secretNames) await registerName(client, name, rings[name], saved, holders);
    if (instance === '') return;
    const ids = Object.fromEntries(secretNames.map((name) => [name, rings[name].map(({ id }) => id)]));
    await client.query(
      `INSERT INTO runtime.key_holders (instance, process, key_ids) VALUES ($1, $2, $3)
       ON CONFLICT (instance) DO UPDATE SET beat_at = now()`,
      [instance, process, JSON.stringify(ids)],
    );
    await client.query(
      `DELETE FROM runtime.key_holders WHERE beat_at < now() - make_interval(secs => ${GONE_SECONDS})`,
    );
  });
