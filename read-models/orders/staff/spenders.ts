import { sql } from 'kysely';
import { anyOf, type Params, perShape, queriesOf, query, unplanned } from '../../engine/query.ts';
import { ORDER_SPENDERS } from '../tables.ts';

const models = ['orders'];
const db = queriesOf(ORDER_SPENDERS);

/** A place in a list that is sorted by an amount, in fen. */
export interface AmountPlace {
  key: number;
  id: string;
}

/** People by what they paid less refunds, behind a place. People who paid nothing are not in it. */
export const spendersAfter = perShape((newest: boolean) =>
  query(models, ({ key, id, limit }: Params<AmountPlace & { limit: number }>) =>
    db
      .selectFrom('order_spenders')
      .select(['spent as key', 'user_id as id'])
      .where(sql<boolean>`(spent, user_id) ${sql.raw(newest ? '<' : '>')} (${key}::bigint, ${id}::text)`)
      .orderBy('spent', newest ? 'desc' : 'asc')
      .orderBy('user_id', newest ? 'desc' : 'asc')
      .limit(unplanned(limit)),
  ),
);

/** What each of these people paid less refunds; nobody who paid nothing. */
export const spentBy = query(models, ({ users }: Params<{ users: readonly string[] }>) =>
  db
    .selectFrom('order_spenders')
    .select(['user_id', 'spent'])
    .where((eb) => eb('user_id', '=', anyOf(users))),
);
