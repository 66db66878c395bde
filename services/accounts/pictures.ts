import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { lockPerson } from './kept.ts';
import { inTransaction } from './transaction.ts';

/** Pictures of each account, by their names in the file store. */
export interface Pictures {
  /** Counts the picture for its account; null when it is counted. The same one counts once. */
  take(user: UserId, name: string): Promise<Refusal | null>;
}

export const openPictures = (pool: Pool, clock: Clock): Pictures => ({
  take: (user, name) =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, user);
      const { rows } = await client.query<{ count: number; there: boolean }>(
        `SELECT count(*)::int AS count, count(*) FILTER (WHERE name = $2) > 0 AS there
           FROM accounts.pictures WHERE user_id = $1`,
        [user, name],
      );
      const [{ count, there } = { count: 0, there: false }] = rows;
      if (there) return null;
      if (count >= QUOTAS.pictures) return quotaReached(QUOTAS.pictures, 'file');
      await client.query('INSERT INTO accounts.pictures (user_id, name, uploaded_at) VALUES ($1, $2, $3)', [
        user,
        name,
        clock.now(),
      ]);
      return null;
    }),
});
