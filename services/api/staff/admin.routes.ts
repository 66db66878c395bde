import { asUserId, type UserId } from '#events/ids.ts';
import { roleGrants } from '#read-models/staff/staff-actions/queries.ts';
import { STAFF_ACTIONS } from '#read-models/staff/staff-actions/tables.ts';
import {
  changeRecommended,
  changeRole,
  listStaff,
  listStaffHistory,
} from '#services/contract/staff/admin.ts';
import { namesOf } from '#services/modules/accounts/directory.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { changeRights } from '#services/modules/staff/change-rights.ts';
import { changeStaff } from '#services/modules/staff/change-staff.ts';
import { type Area, routesOf } from '../http/area.ts';
import { requireAccount } from '../http/input.ts';
import { listedActions } from './staff-action-answer.ts';
/** Lists and changes staff roles. Admins have no access to money. */
export const adminRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'staff');
  const { pool, committer, accounts, directory } = deps;
  const { staff, members, profiles } = accounts;

  on(listStaff, async () => {
    const [list, { rows: grants, as_of }] = await Promise.all([staff.list(), roleGrants(pool, {})]);
    const named = await namesOf(
      directory,
      grants.map(({ actor_id }) => actor_id),
    );
    return {
      list: list.map(({ user_id, name, roles, since }) => ({
        user_id,
        name,
        roles,
        held: roles.map((role) => {
          const grant = grants.find((one) => one.user_id === user_id && one.role === role);
          const from = grant?.at ?? since[role] ?? 0;
          const why = { reason: grant?.reason ?? '', position: grant?.position ?? null };
          return { role, since: Math.floor(from / 1000), by: named(grant?.actor_id ?? ''), ...why };
        }),
      })),
      admin_count: list.filter(({ roles }) => roles.includes('admin')).length,
      as_of,
    };
  });

  on(listStaffHistory, async ({ query: { min_position, ...paging } }) => {
    return await listedActions(
      deps,
      {
        actions: [
          ...STAFF_ACTIONS.roles,
          ...STAFF_ACTIONS.certification,
          ...STAFF_ACTIONS.rights,
          ...STAFF_ACTIONS.standing,
          ...STAFF_ACTIONS.banners,
          ...STAFF_ACTIONS.notices,
        ],
      },
      paging,
    );
  });

  async function whose(account: string | undefined, user_id = ''): Promise<UserId | undefined> {
    if (account !== undefined) return members.byAccount(requireAccount(account));
    return (await profiles.own(asUserId(user_id)))?.user_id;
  }

  on(changeRole, async ({ body, caller: { user_id: by } }) => {
    const { account, user_id: id, role, granted, reason } = body;
    const user_id = await whose(account, id);
    if (user_id === undefined) return { code: 'not_found' };
    const change = { user_id, role, granted, by, reason };
    const outcome = await changeStaff({ committer, staff }, change);
    if (!outcome.accepted) return outcome.refusal;
    return { user_id, role, granted, ...outcome.result, position: outcome.position };
  });

  const register = openRightsRegister(pool, deps.clock);
  on(changeRecommended, async ({ body, caller: { user_id: by } }) => {
    const { account, recommended, reason } = body;
    const user_id = await whose(account);
    if (user_id === undefined) return { code: 'not_found' };
    const right = { right: 'can_be_recommended', taken: !recommended } as const;
    const outcome = await changeRights({ committer, register }, { ...right, user_id, by, reason });
    if (!outcome.accepted) return outcome.refusal;
    return { user_id, recommended, ...outcome.result, position: outcome.position };
  });
};
