import { asUserId } from '#events/ids.ts';
import { quotaReached } from '#services/runtime/refusal.ts';
import { requireAccount } from '../http/account-input.ts';
import { answers, nothing, ok, refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { list } from '../http/contract/fields.ts';
import { languageOf } from '../http/language.ts';
import { guessLimit } from '../http/rate-limits.ts';
import type { InputMessage } from '../http/refusals.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { order } from '../orders/contract/order-list.ts';
import { orderAnswers } from '../orders/order-list.ts';
import { orderListPage } from '../orders/order-search.ts';
import {
  addTeamMember,
  deleteTeamMember,
  editTeamMember,
  LARGEST_TEAM,
  teamMembers,
  teamOrdersQuery,
} from './contract/team.ts';
import { creatorFor } from './creator-for.ts';

const tags = ['accounts'];

/** Whom a creator lets stand at the door and look through orders; and the orders, for them. */
export const teamRoutes: Area = (deps) => async (app) => {
  const { team, members } = deps.accounts;

  app.get(
    '/api/creator/get-team-members',
    { config: { access: 'creator' }, schema: { response: answers(teamMembers), tags } },
    async (request) => {
      const found = await team.list(callerOf(request).user_id);
      const users = await deps.directory.usersByIds(found.map(({ user_id }) => user_id));
      const shown = found.map(({ user_id, member_name }) => {
        const { name = '', avatar = '' } = users.get(user_id) ?? {};
        return { user: { user_id, name, avatar }, member_name };
      });
      return ok({ list: shown, has_more: false, total_count: shown.length });
    },
  );

  app.get(
    '/api/creator/team-orders',
    {
      config: { access: 'fan' },
      schema: { querystring: teamOrdersQuery, response: answers(list(order)), tags },
    },
    async (request) => {
      const { query } = request;
      const { user_id } = callerOf(request);
      const creator = await creatorFor(deps, user_id, query.creator_id);
      if (creator === undefined) return refused(request, { code: 'not_found' });
      await waitForPosition(deps, query.min_position, 'orders');
      const { page, per_page: limit } = query;
      const offset = (page - 1) * limit;
      const { rows, as_of } = await orderListPage(deps, query, creator, { limit, offset });
      const found = rows[0] ?? { list: [], total_count: 0 };
      return ok({
        // To a member neither the creator's notes nor what partners get is told.
        list: await orderAnswers(deps, found.list, user_id, languageOf(request)),
        has_more: offset + found.list.length < found.total_count,
        total_count: found.total_count,
        as_of,
      });
    },
  );

  app.post(
    '/api/creator/add-team-member',
    {
      // Whether an account exists could be tried out here.
      config: { access: 'creator', rateLimit: guessLimit },
      schema: { body: addTeamMember, response: answers(nothing), tags },
    },
    async (request) => {
      const { account, member_name } = request.body;
      const wrong = (message: InputMessage) =>
        refused(request, { code: 'bad_input', errors: [{ field: 'account', message }] });
      const { user_id } = callerOf(request);
      const member = await members.byAccount(requireAccount(account));
      if (member === undefined) return wrong({ key: 'unknown_account' });
      if (member === user_id) return wrong({ key: 'own_account' });
      const outcome = await team.add(user_id, member, member_name);
      if (outcome === 'full') return refused(request, quotaReached(LARGEST_TEAM, 'account'));
      return outcome === 'already' ? wrong({ key: 'already_member' }) : ok({});
    },
  );

  app.post(
    '/api/creator/edit-team-member',
    { config: { access: 'creator' }, schema: { body: editTeamMember, response: answers(nothing), tags } },
    async (request) => {
      const { user_id, member_name } = request.body;
      const renamed = await team.rename(callerOf(request).user_id, asUserId(user_id), member_name);
      return renamed ? ok({}) : refused(request, { code: 'not_found' });
    },
  );

  app.post(
    '/api/creator/delete-team-member',
    { config: { access: 'creator' }, schema: { body: deleteTeamMember, response: answers(nothing), tags } },
    async (request) => {
      const removed = await team.remove(callerOf(request).user_id, asUserId(request.body.user_id));
      return removed ? ok({}) : refused(request, { code: 'not_found' });
    },
  );
};
