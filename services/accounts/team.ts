import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { LARGEST_TEAM } from '#services/api/accounts/contract/team.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { lockPerson } from './kept.ts';

interface TeamMember {
  user_id: UserId;
  /** The creator's label for the member. */
  member_name: string;
  /** Milliseconds. */
  created_at: number;
}

/** The people who act for a creator: they check tickets in and read orders, but do not change money or offers. */
export interface Team {
  /** `full`: there are five already. An existing member keeps the older entry (`already`). */
  add(creator: UserId, user: UserId, member_name: string): Promise<'added' | 'already' | 'full'>;
  /** False when they are not in it. */
  rename(creator: UserId, user: UserId, member_name: string): Promise<boolean>;
  /** Holds from the next request on. False when they were not in it. */
  remove(creator: UserId, user: UserId): Promise<boolean>;
  /** Oldest members first. */
  list(creator: UserId): Promise<TeamMember[]>;
  /** The creators for whom a user can act: those of the teams, and the user's own page. */
  creatorsFor(user: UserId): Promise<Set<UserId>>;
}

export function openTeam(pool: Pool, clock: Clock): Team {
  const db = queriesOn(pool);
  return {
    add: (creator_id, user_id, member_name) =>
      inTransaction(pool, async (client) => {
        // Concurrent additions of one creator are counted in sequence.
        await lockPerson(client, creator_id);
        const team = await queriesOn(client)
          .selectFrom('accounts.team_members')
          .select('user_id')
          .where('creator_id', '=', creator_id)
          .execute();
        if (team.some((one) => one.user_id === user_id)) return 'already';
        if (team.length >= LARGEST_TEAM) return 'full';
        const member = { creator_id, user_id, member_name, created_at: clock.now() };
        await queriesOn(client).insertInto('accounts.team_members').values(member).execute();
        return 'added';
      }),
    async rename(creator, user, member_name) {
      const { numUpdatedRows } = await db
        .updateTable('accounts.team_members')
        .set({ member_name })
        .where('creator_id', '=', creator)
        .where('user_id', '=', user)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async remove(creator, user) {
      const { numDeletedRows } = await db
        .deleteFrom('accounts.team_members')
        .where('creator_id', '=', creator)
        .where('user_id', '=', user)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    list: (creator) =>
      db
        .selectFrom('accounts.team_members')
        .select(['user_id', 'member_name', 'created_at'])
        .where('creator_id', '=', creator)
        .orderBy('created_at')
        .orderBy('user_id')
        .execute(),
    async creatorsFor(user) {
      const creators = db
        .selectFrom('accounts.team_members')
        .select('creator_id')
        .where('user_id', '=', user);
      return new Set([user, ...(await creators.execute()).map(({ creator_id }) => creator_id)]);
    },
  };
}
