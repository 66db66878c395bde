import type { PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Refusal } from '#services/commerce/refusal.ts';

/** Addresses, and likewise identity records, that one person may keep. */
export const MOST_KEPT = 50;

/** The field is the whole form: no single one is wrong. */
export const tooManyKept: Refusal = {
  code: 'bad_input',
  errors: [{ field: '', message: { key: 'too_many_kept', max: String(MOST_KEPT) } }],
};

export const notFound: Refusal = { code: 'not_found' };

/** One change at a time to what a person keeps, so that counts and defaults hold whatever comes at once. */
export async function lockPerson(client: PoolClient, user: UserId): Promise<void> {
  await client.query('SELECT id FROM accounts.users WHERE id = $1 FOR NO KEY UPDATE', [user]);
}
