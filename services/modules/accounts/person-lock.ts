import type { PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Refusal } from '#services/runtime/refusal.ts';

export const notFound: Refusal = { code: 'not_found' };

/** Serializes changes of a person's saved records, so that counts and defaults are correct under concurrency. */
export async function lockPerson(client: PoolClient, user: UserId): Promise<void> {
  await client.query('SELECT id FROM accounts.users WHERE id = $1 FOR NO KEY UPDATE', [user]);
}

/**
 * The same, and the deletion of another account waits or is seen. In the order of the ids: two people who name each other
 * do not wait for each other.
 */
export async function lockPersonAnd(client: PoolClient, user: UserId, other: string): Promise<void> {
  for (const id of [...new Set([user, other])].toSorted()) {
    if (id === user) await lockPerson(client, user);
    else await client.query('SELECT id FROM accounts.users WHERE id = $1 FOR SHARE', [id]);
  }
}
