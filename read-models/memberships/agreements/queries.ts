import { sql } from 'kysely';
import { anyOf, type Params, queriesOf, query } from '../../engine/query.ts';
import { AGREEMENTS } from './tables.ts';

const models = ['agreements'];
const agreements = queriesOf(AGREEMENTS).selectFrom('agreements');

/** A fan's agreements, running ones first; at most 200. */
export const agreementsOf = query(models, ({ user_id }: Params<{ user_id: string }>) =>
  agreements
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy(sql`ended_at IS NOT NULL`)
    .orderBy('agreed_at', 'desc')
    .orderBy('plan_id')
    .limit(200),
);

/** Which of these fans renew which plans of a creator. */
export const renewingOf = query(
  models,
  ({ creator_id, users }: Params<{ creator_id: string; users: readonly string[] }>) =>
    agreements
      .select(['plan_id', 'user_id'])
      .where('creator_id', '=', creator_id)
      .where('user_id', '=', anyOf(users))
      .where('ended_at', 'is', null),
);
