import { STAFF_ACTIONS, TEAM_ACTIONS } from '#read-models/staff/staff-actions/tables.ts';
import { listStaffActions, listTeamActions } from '#services/contract/staff/staff-actions.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { listedActions } from './staff-action-answer.ts';

const ALL = Object.values(STAFF_ACTIONS).flat();

/** Staff actions, each an event with actor and reason. */
export const staffActionRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'staff');
  on(listStaffActions, async ({ query: { area, by: actor_id, as_of, min_position, ...paging } }) => {
    const then = await booksAsOf(deps, as_of);
    const { as_of: now, ...listed } = await listedActions(
      deps,
      { actions: area ? STAFF_ACTIONS[area] : ALL, actor_id, until: then.until },
      paging,
    );
    return { ...listed, as_of: then.asOf(now) };
  });

  // Of a creator's team: the same form.
  on(listTeamActions, ({ query: { min_position, ...paging }, caller: { user_id } }) =>
    listedActions(deps, { actions: TEAM_ACTIONS, user_id }, paging),
  );
};
