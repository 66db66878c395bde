import { asUserId } from '#events/ids.ts';
import { quotaReached } from '#services/runtime/refusal.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { requireAccount } from '../http/input.ts';
import { languageOf } from '../http/language.ts';
import type { InputMessage } from '../http/refusals.ts';
import { orderAnswers } from '../orders/order-list.ts';
import { orderListPage } from '../orders/order-search.ts';
import {
  addTeamMember,
  deleteTeamMember,
  editTeamMember,
  getTeamMembers,
  LARGEST_TEAM,
  teamOrders,
} from './contract/team.ts';
import { creatorFor } from './creator-for.ts';
/** The team that checks tickets in and reads orders, and the team's view of orders. */
export const teamRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { team, members } = deps.accounts;

  on(getTeamMembers, async (request) => {
    const found = await team.list(callerOf(request).user_id);
    const users = await deps.directory.usersByIds(found.map(({ user_id }) => user_id));
    const shown = found.map(({ user_id, member_name }) => {
      const { name = '', avatar = '' } = users.get(user_id) ?? {};
      return { user: { user_id, name, avatar }, member_name };
    });
    return ok({ list: shown, has_more: false, total_count: shown.length });
  });

  on(teamOrders, async (request) => {
    const { query } = request;
    const { user_id } = callerOf(request);
    const creator = await creatorFor(deps, user_id, query.creator_id);
    if (creator === undefined) return refused(request, { code: 'not_found' });
    const { page, per_page: limit } = query;
    const offset = (page - 1) * limit;
    const { rows, as_of } = await orderListPage(deps, query, creator, { limit, offset });
    const found = rows[0] ?? { list: [], total_count: 0 };
    return ok({
      // A member sees neither the creator's notes nor the commissions of partners.
      list: await orderAnswers(deps, found.list, user_id, languageOf(request)),
      has_more: offset + found.list.length < found.total_count,
      total_count: found.total_count,
      as_of,
    });
  });

  on(addTeamMember, async (request) => {
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
  });

  on(editTeamMember, async (request) => {
    const { user_id, member_name } = request.body;
    const renamed = await team.rename(callerOf(request).user_id, asUserId(user_id), member_name);
    return renamed ? ok({}) : refused(request, { code: 'not_found' });
  });

  on(deleteTeamMember, async (request) => {
    const removed = await team.remove(callerOf(request).user_id, asUserId(request.body.user_id));
    return removed ? ok({}) : refused(request, { code: 'not_found' });
  });
};
