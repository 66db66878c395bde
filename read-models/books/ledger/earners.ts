import { sql } from 'kysely';
import { anyOf, type Params, perShape, queriesOf, query, unplanned } from '../../engine/query.ts';
import { INCOME_CREATORS } from './tables.ts';

const models = ['ledger'];
const db = queriesOf(INCOME_CREATORS);

/** Creators by their income of all months (fen), behind a place. Those without a line are not in it. */
export const earnersAfter = perShape((newest: boolean) =>
  query(models, ({ key, id, limit }: Params<{ key: number; id: string; limit: number }>) =>
    db
      .selectFrom('income_creators')
      .select(['earned as key', 'user_id as id'])
      .where(sql<boolean>`(earned, user_id) ${sql.raw(newest ? '<' : '>')} (${key}::bigint, ${id}::text)`)
      .orderBy('earned', newest ? 'desc' : 'asc')
      .orderBy('user_id', newest ? 'desc' : 'asc')
      .limit(unplanned(limit)),
  ),
);

/** The income of all months of each of these creators; none for creators without a line. */
export const earnedBy = query(models, ({ users }: Params<{ users: readonly string[] }>) =>
  db
    .selectFrom('income_creators')
    .select(['user_id', 'earned'])
    .where((eb) => eb('user_id', '=', anyOf(users))),
);
