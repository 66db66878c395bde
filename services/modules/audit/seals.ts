import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { SigningKey } from '#services/runtime/signing-key.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { canonicalEvent, leafHash } from './canonical.ts';
import { rootOf } from './merkle.ts';
import { isGenuine, NO_SEAL, type Seal, type Sealer, sealBy, sealHash } from './seal.ts';
import { newestSuccession, successionOf } from './seal-keys.ts';
import { storedEvents } from './stored-events.ts';

/** Events under one seal at most: a proof is then 12 hashes long. */
export const MAX_SEALED = 4_096;
/** Between two pages of events, unless another full seal is due. */
const PAUSE_MS = 20;

const COLUMNS = [
  'number',
  'first_position',
  'last_position',
  'root',
  'previous',
  'sealed_at',
  'signature',
] as const;

const sealsIn = (pool: Pool) => queriesOn(pool).selectFrom('audit.seals');

export const newestSeal = (pool: Pool): Promise<Seal | undefined> =>
  sealsIn(pool).select(COLUMNS).orderBy('number', 'desc').limit(1).executeTakeFirst();

export const sealNumbered = (pool: Pool, number: number): Promise<Seal | undefined> =>
  sealsIn(pool).select(COLUMNS).where('number', '=', number).executeTakeFirst();

/** Which seals: `until` leaves out those that seal nothing up to that position; all of them without it. */
export interface SealsListed {
  limit: number;
  offset: number;
  until?: number | undefined;
}

/** Newest first. `sealed_through`: the last position sealed, no later than `until`; 0 without seals. */
export async function listSeals(
  pool: Pool,
  { limit, offset, until }: SealsListed,
): Promise<{ list: Seal[]; total_count: number; sealed_through: number }> {
  const among = sealsIn(pool).where('first_position', '<=', until ?? Number.MAX_SAFE_INTEGER);
  const list = await among.select(COLUMNS).orderBy('number', 'desc').limit(limit).offset(offset).execute();
  const counted = await among
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max('last_position').as('through')])
    .executeTakeFirstOrThrow();
  const sealed_through = Math.min(counted.through ?? 0, until ?? Number.MAX_SAFE_INTEGER);
  return { list, total_count: counted.n, sealed_through };
}

/** The seal over a position with the hashes it was made from; undefined while the position is not sealed. */
export const sealOver = (pool: Pool, position: number): Promise<(Seal & { leaves: Buffer }) | undefined> =>
  sealsIn(pool)
    .where('first_position', '<=', position)
    .where('last_position', '>=', position)
    .selectAll()
    .orderBy('first_position', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Which seal covers each of these positions, and when it was made; positions that are not sealed are left out. */
export async function sealsOver(
  pool: Pool,
  positions: readonly number[],
): Promise<Map<number, { number: number; sealed_at: number }>> {
  const { rows } = await pool.query<{ position: number; number: number; sealed_at: number }>(
    `SELECT p.position::float8 AS position, s.number::float8 AS number, s.sealed_at::float8 AS sealed_at
       FROM unnest($1::bigint[]) AS p (position)
      CROSS JOIN LATERAL (
        SELECT number, last_position, sealed_at FROM audit.seals
         WHERE first_position <= p.position ORDER BY first_position DESC LIMIT 1) AS s
      WHERE s.last_position >= p.position`,
    [positions],
  );
  return new Map(rows.map(({ position, ...seal }) => [position, seal]));
}

/** Every seal with its leaves, oldest first, one at a time. */
export async function* everySeal(pool: Pool): AsyncGenerator<Seal & { leaves: Buffer }> {
  for (let number = 1; ; number += 1) {
    const next = sealsIn(pool).where('number', '>=', number).selectAll().orderBy('number').limit(1);
    const seal = await next.executeTakeFirst();
    if (!seal) return;
    yield seal;
    number = seal.number;
  }
}

/**
 * Hash of each event, in the order of the log.
 * @param pauseMs after each page, which leaves processor and database to the read models
 */
async function leavesOf(pool: Pool, first: number, last: number, pauseMs: number): Promise<Buffer[]> {
  const leaves: Buffer[] = [];
  for await (const page of storedEvents(pool, first, last)) {
    for (const event of page) leaves.push(leafHash(canonicalEvent(event)));
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return leaves;
}

/**
 * Seals what follows the newest seal, at most MAX_SEALED events. Two concurrent calls create one seal: the number and the
 * first position are unique.
 * @param through a position that is committed, with everything before it
 * @returns the seal, or undefined when there is nothing to seal or another was faster
 */
export async function sealNext(
  pool: Pool,
  sealer: Sealer,
  clock: Clock,
  through: number,
): Promise<Seal | undefined> {
  const before = await newestSeal(pool);
  const first_position = (before?.last_position ?? 0) + 1;
  const last_position = Math.min(through, first_position + MAX_SEALED - 1);
  if (last_position < first_position) return undefined;
  const isBehind = through - last_position >= MAX_SEALED;
  const leaves = await leavesOf(pool, first_position, last_position, isBehind ? 0 : PAUSE_MS);
  const wanted = last_position - first_position + 1;
  if (leaves.length !== wanted) {
    throw new Error(
      `positions ${first_position} to ${last_position} hold ${leaves.length} events, not ${wanted}`,
    );
  }
  const key = await sealingKey(pool, sealer);
  const seal = sealBy(key, {
    number: (before?.number ?? 0) + 1,
    first_position,
    last_position,
    root: rootOf(leaves),
    previous: before ? sealHash(before) : NO_SEAL,
    sealed_at: clock.now(),
  });
  const former = before && !isGenuine(before, key.public) ? formerKey(sealer, before) : undefined;
  return inTransaction(pool, async (client) => {
    const { numInsertedOrUpdatedRows } = await queriesOn(client)
      .insertInto('audit.seals')
      .values({ ...seal, leaves: Buffer.concat(leaves) })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return undefined;
    if (before && former) {
      const row = successionOf(before.number, former.pem, key);
      await queriesOn(client).insertInto('audit.seal_keys').values(row).execute();
    }
    return seal;
  });
}

/** The newest key. A server whose newest key was replaced by another one seals with that. */
async function sealingKey(pool: Pool, { keys }: Sealer): Promise<SigningKey> {
  const [newest] = keys;
  const last = await newestSuccession(pool);
  if (last?.public_key !== newest.pem) return newest;
  const successor = keys.find(({ pem }) => pem === last.successor);
  if (!successor) throw new Error('the key of the seals was replaced by one that the settings lack');
  return successor;
}

function formerKey({ keys }: Sealer, seal: Seal): SigningKey {
  const former = keys.find((key) => isGenuine(seal, key.public));
  if (!former) throw new Error(`seal ${seal.number} was made with a key that the settings lack`);
  return former;
}
