import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { Refusal } from '#services/runtime/refusal.ts';

/** A request to change a cart, by its idempotency key. */
export interface CartRequest {
  key: string;
  request_hash: string;
}

/** The entry that a request added or changed. */
export interface ChangedEntry {
  cart_id: string;
}

/** A later repetition is an ordinary request. */
const RETENTION_MS = 30 * 86_400_000;

/** The first result of a repeated request. */
export async function firstResult(
  on: Pool | PoolClient,
  user: UserId,
  { key, request_hash }: CartRequest,
): Promise<ChangedEntry | Refusal | undefined> {
  const before = await queriesOn(on)
    .selectFrom('cart.requests')
    .select(['cart_id', 'request_hash'])
    .where('user_id', '=', user)
    .where('key', '=', key)
    .executeTakeFirst();
  if (before === undefined) return undefined;
  return before.request_hash === request_hash
    ? { cart_id: before.cart_id }
    : { code: 'idempotency_key_reused' };
}

export async function recordResult(
  client: PoolClient,
  user_id: UserId,
  result: CartRequest & ChangedEntry & { created_at: Millis },
): Promise<void> {
  await queriesOn(client)
    .insertInto('cart.requests')
    .values({ user_id, ...result })
    .execute();
}

export async function forgetOldRequests(pool: Pool, now: Millis): Promise<void> {
  await pool.query('DELETE FROM cart.requests WHERE created_at <= $1', [now - RETENTION_MS]);
}
