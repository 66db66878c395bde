import { answers, ok } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { staffActionsAnswer, staffActionsQuery } from './contract/staff-actions.ts';
import { listedActions } from './staff-action-answer.ts';

/** What staff did, each an event with who did it and why. */
export const staffActionRoutes: Area = (deps) => async (app) => {
  app.get(
    '/api/finance/audit/staff-actions',
    {
      config: { access: 'finance' },
      schema: { querystring: staffActionsQuery, response: answers(staffActionsAnswer), tags: ['staff'] },
    },
    async (request) => {
      const { area, by: actor_id, as_of, min_position, ...paging } = request.query;
      await waitForPosition(deps, min_position, 'staff_actions');
      const then = await booksAsOf(deps, as_of);
      const areas = area && [area];
      const { as_of: now, ...listed } = await listedActions(
        deps,
        { areas, actor_id, until: then.until },
        paging,
      );
      return ok({ ...listed, as_of: then.told(now) });
    },
  );
};
