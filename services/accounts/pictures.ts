import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { lockPerson } from './kept.ts';

/** Pictures of each account, by their names in the file store. */
export interface Pictures {
  /** Counts the picture for its account; null when it is counted. The same one counts once. */
  take(user: UserId, name: string): Promise<Refusal | null>;
}

/** Pictures are not deleted, so that what shows them stays whole. */
const full: Refusal = {
  code: 'quota_reached',
  errors: [{ field: 'file', message: { key: 'too_many_pictures', max: String(QUOTAS.pictures) } }],
};

export const openPictures = (pool: Pool, clock: Clock): Pictures => ({
  take: (user, name) =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, user);
      const db = queriesOn(client);
      const own = db.selectFrom('accounts.pictures').select('name').where('user_id', '=', user);
      const names = (await own.execute()).map((row) => row.name);
      if (names.includes(name)) return null;
      if (names.length >= QUOTAS.pictures) return full;
      const picture = { user_id: user, name, uploaded_at: clock.now() };
      await db.insertInto('accounts.pictures').values(picture).execute();
      return null;
    }),
});
