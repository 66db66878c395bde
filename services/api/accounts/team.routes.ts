import { createHash } from 'node:crypto';
import { asUserId, type UserId } from '#events/ids.ts';
import {
  addTeamMember,
  deleteTeamMember,
  editTeamMember,
  getTeamMembers,
  leaveTeam,
  listTeamChanges,
  MAX_TEAM_SIZE,
  teamOrders,
} from '#services/contract/accounts/team.ts';
import { TEAM_ATTEMPTS } from '#services/modules/accounts/attempts.ts';
import { namesOf } from '#services/modules/accounts/directory.ts';
import { quotaReached } from '#services/runtime/refusal.ts';
import { pageAnswer, rangeOf, tablePage } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { InputMessage } from '../http/field-messages.ts';
import { requireAccount } from '../http/input.ts';
import { invalid, notFound } from '../http/refusals.ts';
import { orderAnswers } from '../orders/order-list.ts';
import { orderListPage } from '../orders/order-search.ts';
import { creatorFor } from './creator-for.ts';

/** The team that checks tickets in and reads orders, and the team's view of orders. */
export const teamRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { team, members, attempts } = deps.accounts;

  async function inform(
    member: UserId,
    template: 'team_invited' | 'team_removed',
    creator: UserId,
  ): Promise<void> {
    const { name = '' } = (await deps.directory.usersByIds([creator])).get(creator) ?? {};
    await deps.outbox.send({ to_user: member, template, values: { name } });
  }

  on(getTeamMembers, async ({ caller }) => {
    const found = await team.list(caller.user_id);
    const users = await deps.directory.usersByIds(found.map(({ user_id }) => user_id));
    const shown = found.map(({ user_id, member_name, rights }) => {
      const { name = '', avatar = '' } = users.get(user_id) ?? {};
      return { user: { user_id, name, avatar }, member_name, rights };
    });
    return { list: shown, has_more: false, total_count: shown.length };
  });

  on(teamOrders, async ({ query, caller, language }) => {
    const creator = await creatorFor(deps, caller.user_id, query.creator_id, 'orders');
    if (creator === undefined) return { code: 'not_found' };
    const found = await orderListPage(deps, query, creator);
    // A member sees neither the creator's notes nor the commissions of partners.
    return pageAnswer(query, found, await orderAnswers(deps, found.list, caller.user_id, language));
  });

  on(addTeamMember, async ({ body: { account, member_name, rights }, caller: { user_id } }) => {
    const wrong = (message: InputMessage) => invalid('account', message);
    const named = requireAccount(account);
    const subject = createHash('sha256').update(`team\0${user_id}`).digest();
    const { wait } = await attempts.reserve(subject, TEAM_ATTEMPTS);
    if (wait > 0) return { code: 'too_many_requests', retry_after: wait };
    const member = await members.byAccount(named);
    if (member === undefined) return wrong({ key: 'unknown_account' });
    if (member === user_id) return wrong({ key: 'own_account' });
    const outcome = await team.add(user_id, member, { member_name, rights });
    if (outcome === 'full') return quotaReached(MAX_TEAM_SIZE, 'account');
    if (outcome === 'already') return wrong({ key: 'already_member' });
    await inform(member, 'team_invited', user_id);
    return {};
  });

  on(editTeamMember, async ({ body: { user_id, member_name, rights }, caller }) => {
    if (member_name === undefined && rights === undefined) return invalid('member_name', { key: 'required' });
    const edited = await team.edit(caller.user_id, asUserId(user_id), { member_name, rights });
    return edited ? {} : notFound;
  });

  on(deleteTeamMember, async ({ body, caller }) => {
    const member = asUserId(body.user_id);
    if (!(await team.remove(caller.user_id, member))) return notFound;
    await inform(member, 'team_removed', caller.user_id);
    return {};
  });

  on(listTeamChanges, async ({ query, caller }) => {
    const found = await team.changes(caller.user_id, rangeOf(query));
    const person = await namesOf(
      deps.directory,
      found.list.flatMap(({ user_id, by_id }) => [user_id, by_id]),
    );
    const list = found.list.map(({ change_id, user_id, by_id, rights, changed_at }) => ({
      change_id,
      time: Math.floor(changed_at / 1000),
      by: person(by_id),
      member: person(user_id),
      rights,
    }));
    return tablePage(query, found, list);
  });

  on(leaveTeam, async ({ body, caller }) => {
    const left = await team.remove(asUserId(body.creator_id), caller.user_id, caller.user_id);
    return left ? {} : notFound;
  });
};
