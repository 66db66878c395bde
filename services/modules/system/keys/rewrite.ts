import type { Pool, PoolClient } from 'pg';
import { openVault } from '#services/modules/accounts/vault.ts';
import { blindIndexWith } from '#services/modules/messages/account-name.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { allWriteWith, holdRegistry } from '#services/runtime/keys/registry.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { open, seal } from '#services/runtime/seal.ts';
import type { SecretName, Secrets } from '#services/runtime/secrets.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { indexPlaces } from './index-places.ts';
import { type Place, type RowKey, sealedColumns, sealedPlace } from './sealed-places.ts';

/** A kept key; both are rewritten at once. */
const keptPlace = (name: 'vault' | 'lookup', kept: string, ring: KeyRing): Place => ({
  name,
  place: `runtime.kept_keys.${kept}`,
  async next(client) {
    const { rows } = await client.query<{ sealed: Buffer }>(
      'SELECT sealed FROM runtime.kept_keys WHERE name = $1 FOR UPDATE',
      [kept],
    );
    for (const { sealed } of rows) {
      const value = seal(ring, open(ring, sealed, kept), kept);
      await client.query('UPDATE runtime.kept_keys SET sealed = $2 WHERE name = $1', [kept, value]);
    }
    return { after: undefined, rewritten: rows.length };
  },
});

/** Everything that is written with the keys of the vault or of look-ups. */
export function allPlaces(pool: Pool, secrets: Secrets): Place[] {
  const [vaultRing, lookupRing] = [secrets.ring('vault'), secrets.ring('lookup')];
  const vault = openVault(pool, vaultRing, systemClock);
  return [
    ...sealedColumns.map((column) => sealedPlace(column, secrets.ring(column.name))),
    keptPlace('vault', 'web-push', vaultRing),
    ...indexPlaces(blindIndexWith(lookupRing), vault),
    keptPlace('lookup', 'ids', lookupRing),
  ];
}

interface Pass {
  key_id: string;
  after: RowKey | null;
  done_at: Date | null;
}

/**
 * Rewrites the next rows of a place, and how far it is, in one transaction: a kill repeats at most this batch.
 * `waits`: a server still writes with another key.
 */
export const rewriteNext = (pool: Pool, place: Place, newest: string): Promise<'more' | 'done' | 'waits'> =>
  inTransaction(pool, async (client) => {
    await holdRegistry(client);
    if (!(await allWriteWith(client, place.name, newest))) return 'waits';
    await client.query(
      `INSERT INTO runtime.key_passes (name, place, key_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [place.name, place.place, newest],
    );
    const { rows } = await client.query<Pass>(
      'SELECT key_id, after, done_at FROM runtime.key_passes WHERE name = $1 AND place = $2 FOR UPDATE',
      [place.name, place.place],
    );
    const pass = rows[0];
    const isOwn = pass?.key_id === newest;
    if (isOwn && pass.done_at !== null) return 'done';
    const { after, rewritten } = await place.next(client, isOwn ? (pass.after ?? undefined) : undefined);
    await client.query(
      `UPDATE runtime.key_passes
          SET key_id = $3, after = $4, rewritten = CASE WHEN key_id = $3 THEN rewritten ELSE 0 END + $5,
              done_at = CASE WHEN $6 THEN now() END
        WHERE name = $1 AND place = $2`,
      [place.name, place.place, newest, after ? JSON.stringify(after) : null, rewritten, after === undefined],
    );
    return after === undefined ? 'done' : 'more';
  });

/** Former keys of which values may be left. */
async function formerKeys(on: Pool | PoolClient, name: SecretName): Promise<number> {
  const { rows } = await on.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM runtime.keys
      WHERE name = $1 AND retired_at IS NOT NULL AND unused_at IS NULL AND removed_at IS NULL`,
    [name],
  );
  return rows[0]?.n ?? 0;
}

/** When all places are done, nothing is left of the former keys. */
const markUnused = (pool: Pool, name: SecretName, places: readonly string[], newest: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    await holdRegistry(client);
    if (!(await allWriteWith(client, name, newest))) return;
    await client.query(
      `UPDATE runtime.keys SET unused_at = now()
        WHERE name = $1 AND key_id <> $3 AND retired_at IS NOT NULL AND unused_at IS NULL
          AND (SELECT count(*) FROM runtime.key_passes
                WHERE name = $1 AND place = ANY ($2) AND key_id = $3 AND done_at IS NOT NULL) = $4`,
      [name, places, newest, places.length],
    );
  });

/** A former key of the seals is not needed once its successor has sealed, or where it sealed nothing. */
const markSealed = (pool: Pool): Promise<unknown> =>
  pool.query(
    `UPDATE runtime.keys k SET unused_at = now()
      WHERE name = 'log-sealing' AND retired_at IS NOT NULL AND unused_at IS NULL
        AND (NOT EXISTS (SELECT FROM audit.seals)
             OR EXISTS (SELECT FROM audit.seal_keys s WHERE s.public_key = k.public_key))`,
  );

/**
 * Rewrites what former keys have written, in batches, until nothing is left or a server still writes with one of them.
 * Without former keys it does nothing.
 */
export async function rewriteDue(
  pool: Pool,
  secrets: Secrets,
  signal: AbortSignal,
  places = allPlaces(pool, secrets),
): Promise<void> {
  await markSealed(pool);
  for (const name of ['vault', 'lookup'] as const) {
    if ((await formerKeys(pool, name)) === 0) continue;
    const newest = secrets.ring(name)[0].id;
    const own = places.filter((place) => place.name === name);
    for (const place of own) {
      let state: Awaited<ReturnType<typeof rewriteNext>> = 'more';
      while (state === 'more' && !signal.aborted) state = await rewriteNext(pool, place, newest);
      if (state !== 'done') return;
    }
    await markUnused(
      pool,
      name,
      own.map(({ place }) => place),
      newest,
    );
  }
}
