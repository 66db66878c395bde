import { anyOf, ifGiven, type Params, paged, queriesOf, query } from '../../engine/query.ts';
import { STAFF_ACTION_ROWS, type StaffAction } from './tables.ts';

const models = ['staff_actions'];
const db = queriesOf(STAFF_ACTION_ROWS);

/** Filters; all are optional. */
export interface StaffActionFilter {
  actions?: readonly StaffAction[] | undefined;
  /** Who did it. */
  actor_id?: string | undefined;
  /** The person concerned. */
  user_id?: string | undefined;
  /** As of this position. */
  until?: number | undefined;
}

/** A page of matching actions, newest first. */
export const staffActionsListed = paged(
  models,
  ({ actions, actor_id, user_id, until }: Params<StaffActionFilter>) =>
    db
      .selectFrom('staff_actions')
      .select(['position', 'at', 'action', 'actor_id', 'user_id', 'subject', 'amount', 'reason', 'events'])
      .where((eb) => ifGiven(actions, 'text[]', eb('action', '=', anyOf(actions))))
      .where((eb) => ifGiven(actor_id, 'text', eb('actor_id', '=', actor_id)))
      .where((eb) => ifGiven(user_id, 'text', eb('user_id', '=', user_id)))
      .where((eb) => ifGiven(until, 'bigint', eb('position', '<=', until)))
      .orderBy('position', 'desc'),
);

/** The latest grant of each role. */
export const roleGrants = query(models, () =>
  db
    .selectFrom('staff_actions')
    .distinctOn(['user_id', 'subject'])
    .select(['user_id', 'subject as role', 'position', 'at', 'actor_id', 'reason'])
    .where('action', '=', 'StaffRoleGranted')
    .orderBy('user_id')
    .orderBy('subject')
    .orderBy('position', 'desc'),
);
