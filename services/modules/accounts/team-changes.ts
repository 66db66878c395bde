import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { TeamRight } from '#services/contract/endpoint.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** Changes of one team that are kept. */
const MAX_CHANGES = 500;

export interface TeamChange {
  user_id: UserId;
  /** The creator, or the member who left. */
  by_id: string;
  /** The rights from then on; null: no longer in the team. */
  rights: TeamRight[] | null;
  /** Milliseconds. */
  changed_at: number;
}

/** In the transaction of the change, with the creator locked. */
export async function recordTeamChange(
  client: PoolClient,
  creator_id: UserId,
  change: TeamChange,
): Promise<void> {
  const db = queriesOn(client);
  await db
    .insertInto('accounts.team_changes')
    .values({ creator_id, ...change })
    .execute();
  const ofCreator = db.selectFrom('accounts.team_changes').where('creator_id', '=', creator_id);
  const older = ofCreator.select('change_id').orderBy('change_id', 'desc').offset(MAX_CHANGES);
  await db.deleteFrom('accounts.team_changes').where('change_id', 'in', older).execute();
}

/** Newest first. */
export async function teamChanges(pool: Pool, creator: UserId, range: { limit: number; offset: number }) {
  const found = queriesOn(pool).selectFrom('accounts.team_changes').where('creator_id', '=', creator);
  const { total_count } = await found
    .select((eb) => eb.fn.countAll<number>().as('total_count'))
    .executeTakeFirstOrThrow();
  const list = await found
    .select(['change_id', 'user_id', 'by_id', 'rights', 'changed_at'])
    .$castTo<TeamChange & { change_id: number }>()
    .orderBy('change_id', 'desc')
    .limit(range.limit)
    .offset(range.offset)
    .execute();
  return { list, total_count: Number(total_count) };
}
