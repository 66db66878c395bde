import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { MAX_TEAM_SIZE } from '#services/contract/accounts/team.ts';
import { TEAM_RIGHTS, type TeamRight } from '#services/contract/endpoint.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { lockPerson } from './person-lock.ts';
import { recordTeamChange, teamChanges } from './team-changes.ts';

interface TeamMember {
  user_id: UserId;
  /** The creator's label for the member. */
  member_name: string;
  rights: TeamRight[];
  /** Milliseconds. */
  created_at: number;
}

/** A creator for whom a user acts. */
interface TeamOf {
  creator_id: UserId;
  rights: TeamRight[];
}

const known = (rights: readonly string[]): TeamRight[] =>
  TEAM_RIGHTS.filter((right) => rights.includes(right));
const creatorOf = ({ creator_id }: TeamOf): UserId => creator_id;

/** The people who act for a creator, each with rights; never with money, settings or offers. */
export function openTeam(pool: Pool, clock: Clock) {
  const db = queriesOn(pool);
  async function teamsOf(user: UserId): Promise<TeamOf[]> {
    const rows = await db
      .selectFrom('accounts.team_members')
      .innerJoin('accounts.users', 'accounts.users.id', 'creator_id')
      .select(['creator_id', 'rights'])
      .where('user_id', '=', user)
      .where('accounts.users.status', '<>', USER_STATUS.banned)
      .orderBy('accounts.team_members.created_at')
      .execute();
    return rows.map(({ creator_id, rights }) => ({ creator_id, rights: known(rights) }));
  }
  /** Changes of one team in sequence, each with its record. */
  const changing = <Result>(creator: UserId, work: (client: PoolClient) => Promise<Result>) =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, creator);
      return work(client);
    });
  return {
    /** `full`: there are five already. An existing member keeps the older entry (`already`). */
    add: (
      creator_id: UserId,
      user_id: UserId,
      details: Pick<TeamMember, 'member_name' | 'rights'>,
    ): Promise<'added' | 'already' | 'full'> =>
      changing(creator_id, async (client) => {
        const team = await queriesOn(client)
          .selectFrom('accounts.team_members')
          .select('user_id')
          .where('creator_id', '=', creator_id)
          .execute();
        if (team.some((one) => one.user_id === user_id)) return 'already';
        if (team.length >= MAX_TEAM_SIZE) return 'full';
        const created_at = clock.now();
        const member = { creator_id, user_id, ...details, created_at };
        await queriesOn(client).insertInto('accounts.team_members').values(member).execute();
        const { rights } = details;
        await recordTeamChange(client, creator_id, {
          user_id,
          by_id: creator_id,
          rights,
          changed_at: created_at,
        });
        return 'added';
      }),
    /** Rights hold from the next request on. False when they are not in it. */
    edit: (
      creator: UserId,
      user: UserId,
      { member_name, rights }: Partial<Pick<TeamMember, 'member_name' | 'rights'>>,
    ): Promise<boolean> =>
      changing(creator, async (client) => {
        const members = queriesOn(client).selectFrom('accounts.team_members').select('rights');
        const before = await members
          .where('creator_id', '=', creator)
          .where('user_id', '=', user)
          .executeTakeFirst();
        if (before === undefined) return false;
        await queriesOn(client)
          .updateTable('accounts.team_members')
          .set({ ...(member_name !== undefined && { member_name }), ...(rights && { rights }) })
          .where('creator_id', '=', creator)
          .where('user_id', '=', user)
          .execute();
        if (rights && String(known(rights)) !== String(known(before.rights))) {
          const changed_at = clock.now();
          await recordTeamChange(client, creator, { user_id: user, by_id: creator, rights, changed_at });
        }
        return true;
      }),
    /** Holds from the next request on. False when they were not in it. @param by_id default: the creator */
    remove: (creator: UserId, user: UserId, by_id: UserId = creator): Promise<boolean> =>
      changing(creator, async (client) => {
        const { numDeletedRows } = await queriesOn(client)
          .deleteFrom('accounts.team_members')
          .where('creator_id', '=', creator)
          .where('user_id', '=', user)
          .executeTakeFirst();
        if (numDeletedRows !== 1n) return false;
        const changed_at = clock.now();
        await recordTeamChange(client, creator, { user_id: user, by_id, rights: null, changed_at });
        return true;
      }),
    /** Who changed members and rights, newest first. */
    changes: (creator: UserId, range: { limit: number; offset: number }): ReturnType<typeof teamChanges> =>
      teamChanges(pool, creator, range),
    /** Oldest members first. */
    async list(creator: UserId): Promise<TeamMember[]> {
      const rows = await db
        .selectFrom('accounts.team_members')
        .select(['user_id', 'member_name', 'rights', 'created_at'])
        .where('creator_id', '=', creator)
        .orderBy('created_at')
        .orderBy('user_id')
        .execute();
      return rows.map((row) => ({ ...row, rights: known(row.rights) }));
    },
    /** The creators for whom a user has the right: those of the teams, and the user's own page. */
    async creatorsFor(user: UserId, right: TeamRight): Promise<Set<UserId>> {
      const teams = await teamsOf(user);
      return new Set([user, ...teams.filter(({ rights }) => rights.includes(right)).map(creatorOf)]);
    },
    /** None for a person who is not in the team. */
    async rightsOf(creator: string, user: UserId): Promise<readonly TeamRight[]> {
      return (await teamsOf(user)).find(({ creator_id }) => creator_id === creator)?.rights ?? [];
    },
    /** The teams that a user is in, the oldest first. */
    teamsOf,
  };
}

export type Team = ReturnType<typeof openTeam>;
