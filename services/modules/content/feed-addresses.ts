import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { queriesOn } from '#services/runtime/queries.ts';

interface FeedReader {
  user_id: UserId;
  creator_id: UserId;
}

/** Keys of private feeds, one for each reader and creator. A row is not written for people without a right to read. */
export const openFeedAddresses = (pool: Pool) => ({
  /** @param renew makes a new key; the former one ends at once */
  async keyOf(reader: FeedReader, renew: boolean): Promise<string> {
    const key = randomBytes(24).toString('base64url');
    const { key: stored } = await queriesOn(pool)
      .insertInto('content.feed_addresses')
      .values({ ...reader, key })
      .onConflict((same) =>
        same.columns(['user_id', 'creator_id']).doUpdateSet(({ ref }) => ({
          key: renew ? key : ref('content.feed_addresses.key'),
        })),
      )
      .returning('key')
      .executeTakeFirstOrThrow();
    return stored;
  },
  readerOf: (key: string): Promise<FeedReader | undefined> =>
    queriesOn(pool)
      .selectFrom('content.feed_addresses')
      .innerJoin('accounts.users', 'accounts.users.id', 'content.feed_addresses.user_id')
      .where('key', '=', key)
      .where('accounts.users.status', '<>', USER_STATUS.banned)
      .select(['user_id', 'creator_id'])
      .executeTakeFirst(),
});
