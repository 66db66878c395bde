import type { PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Refusal } from '#services/runtime/refusal.ts';

export const notFound: Refusal = { code: 'not_found' };

/** Serializes changes of a person's saved records, so that counts and defaults are correct under concurrency. */
export async function lockPerson(client: PoolClient, user: UserId): Promise<void> {
  await client.query('SELECT id FROM accounts.users WHERE id = $1 FOR NO KEY UPDATE', [user]);
}
