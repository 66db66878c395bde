import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { LARGEST_TEAM } from '#services/api/accounts/contract/team.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { inTransaction } from './transaction.ts';

interface TeamMember {
  user_id: UserId;
  /** What the creator calls them. */
  member_name: string;
  /** Milliseconds. */
  created_at: number;
}

/** Whom a creator lets act for them: at the door, and looking through orders. Never over money or offers. */
export interface Team {
  /** `full`: there are five already. Somebody who is in it keeps the older entry (`already`). */
  add(creator: UserId, user: UserId, member_name: string): Promise<'added' | 'already' | 'full'>;
  /** False when they are not in it. */
  rename(creator: UserId, user: UserId, member_name: string): Promise<boolean>;
  /** Holds from the next request on. False when they were not in it. */
  remove(creator: UserId, user: UserId): Promise<boolean>;
  /** Those who came first stand first. */
  list(creator: UserId): Promise<TeamMember[]>;
  /** Creators for whom a user may act: whose team they are in, and themselves. */
  creatorsFor(user: UserId): Promise<Set<UserId>>;
}

export function openTeam(pool: Pool, clock: Clock): Team {
  return {
    add: (creator, user, member_name) =>
      inTransaction(pool, async (client) => {
        // Two additions of one creator at once count one after the other.
        await client.query('SELECT 1 FROM accounts.users WHERE id = $1 FOR NO KEY UPDATE', [creator]);
        const { rows } = await client.query<{ size: number; there: boolean }>(
          `SELECT count(*)::int AS size, count(*) FILTER (WHERE user_id = $2) > 0 AS there
             FROM accounts.team_members WHERE creator_id = $1`,
          [creator, user],
        );
        if (rows[0]?.there) return 'already';
        if ((rows[0]?.size ?? 0) >= LARGEST_TEAM) return 'full';
        await client.query(
          'INSERT INTO accounts.team_members (creator_id, user_id, member_name, created_at) VALUES ($1, $2, $3, $4)',
          [creator, user, member_name, clock.now()],
        );
        return 'added';
      }),
    async rename(creator, user, member_name) {
      const { rowCount } = await pool.query(
        'UPDATE accounts.team_members SET member_name = $3 WHERE creator_id = $1 AND user_id = $2',
        [creator, user, member_name],
      );
      return rowCount === 1;
    },
    async remove(creator, user) {
      const { rowCount } = await pool.query(
        'DELETE FROM accounts.team_members WHERE creator_id = $1 AND user_id = $2',
        [creator, user],
      );
      return rowCount === 1;
    },
    async list(creator) {
      const { rows } = await pool.query<{ user_id: UserId; member_name: string; created_at: string }>(
        `SELECT user_id, member_name, created_at FROM accounts.team_members
          WHERE creator_id = $1 ORDER BY created_at, user_id`,
        [creator],
      );
      return rows.map((row) => ({ ...row, created_at: Number(row.created_at) }));
    },
    async creatorsFor(user) {
      const { rows } = await pool.query<{ creator_id: UserId }>({
        name: 'team-creators-for',
        text: 'SELECT creator_id FROM accounts.team_members WHERE user_id = $1',
        values: [user],
      });
      return new Set([user, ...rows.map(({ creator_id }) => creator_id)]);
    },
  };
}
