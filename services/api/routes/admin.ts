import { changeStaff } from '#services/accounts/change-staff.ts';
import { requireAccount } from '../account-input.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { callerOf } from '../caller.ts';
import { changedRole, changeRoleBody, staffAnswer } from '../contract/admin.ts';

const config = { access: 'admin' } as const;
const tags = ['Admin'];

/** Who is staff, and changing it. Money is nothing of an admin's. */
export const adminRoutes: Area = (deps) => async (app) => {
  const { committer, accounts } = deps;
  const { staff, members } = accounts;

  app.get('/api/admin/staff', { config, schema: { response: answers(staffAnswer), tags } }, async () =>
    ok({ list: await staff.list() }),
  );

  app.post(
    '/api/admin/change-role',
    { config, schema: { body: changeRoleBody, response: answers(changedRole), tags } },
    async (request) => {
      const { account, role, granted, reason } = request.body;
      const user_id = await members.byAccount(requireAccount(account));
      if (user_id === undefined) return refused(request, { code: 'not_found' });
      const { user_id: by } = callerOf(request);
      const change = { user_id, role, granted, by, reason, correlation_id: request.id };
      const outcome = await changeStaff({ committer, staff }, change);
      if (!outcome.accepted) return refused(request, outcome.refusal);
      return ok({ user_id, role, granted, ...outcome.result, position: outcome.position });
    },
  );
};
