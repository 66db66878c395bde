import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** Posts that a creator's page shows first. */
export const openPins = (pool: Pool) => ({
  /** Pins a post; again changes nothing. Refuses one more than the quota. */
  pin: (creator_id: UserId, post_id: string): Promise<Refusal | null> =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, creator_id);
      const db = queriesOn(client);
      const pins = await db
        .selectFrom('content.pins')
        .where('creator_id', '=', creator_id)
        .select('post_id')
        .execute();
      if (pins.some((one) => one.post_id === post_id)) return null;
      if (pins.length >= QUOTAS.pinned_posts) return quotaReached(QUOTAS.pinned_posts, 'post_id');
      await db.insertInto('content.pins').values({ creator_id, post_id }).execute();
      return null;
    }),
  async unpin(post_id: string): Promise<void> {
    await queriesOn(pool).deleteFrom('content.pins').where('post_id', '=', post_id).execute();
  },
  /** Ids of the pinned posts, the last pinned first. */
  async of(creator_id: string): Promise<string[]> {
    const rows = await queriesOn(pool)
      .selectFrom('content.pins')
      // A public call names any creator.
      .where('creator_id', '=', creator_id as UserId)
      .select('post_id')
      .orderBy('pinned_at', 'desc')
      .execute();
    return rows.map(({ post_id }) => post_id);
  },
});

export type Pins = ReturnType<typeof openPins>;
