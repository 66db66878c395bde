import { deleteAccount, getDeletion, type OpenKind } from '#services/contract/accounts/deletion.ts';
import { openClosing } from '#services/modules/accounts/deletion/closing.ts';
import type { OpenBusiness } from '#services/modules/accounts/deletion/open-business.ts';
import { type Area, routesOf } from '../http/area.ts';
import { SESSION_COOKIE } from '../http/session/session-cookie.ts';
import { passwordRefused } from './passport.routes.ts';

/** What keeps the account, with its number. Nothing that a seller finishes would change the answer. */
function listOf(found: OpenBusiness, roles: readonly string[]): { kind: OpenKind; count: number }[] {
  if (found.earning) return [{ kind: 'seller', count: 1 }];
  const { plans, orders, tickets, renewals, cases, refunds } = found;
  const counts: Record<Exclude<OpenKind, 'seller'>, number> = {
    staff: roles.length,
    plans,
    orders,
    tickets,
    renewals,
    cases,
    refunds,
  };
  const kinds = Object.entries(counts) as [keyof typeof counts, number][]; // Object.entries widens the keys
  return kinds.filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count }));
}

/** Deleting one's own account. */
export const deletionRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { accounts } = deps;
  const { passport, sessions, team } = accounts;
  const closing = openClosing({ ...deps, team });

  on(getDeletion, async ({ caller }) => ({
    open: listOf(await closing.openOf(caller.user_id), caller.roles),
  }));
  on(deleteAccount, async ({ body, caller: { user_id, roles }, reply }) => {
    if (listOf(await closing.openOf(user_id), roles).length > 0) return { code: 'state_does_not_allow' };
    const refusal = await passport.passwordRefusal(user_id, body.password);
    if (refusal) return passwordRefused('password', refusal);
    if (!(await closing.close(user_id))) return { code: 'state_does_not_allow' };
    // Erased by a second deletion meanwhile: the account has no password any more.
    if (!(await closing.complete(user_id))) return passwordRefused('password', { refused: 'wrong_password' });
    await sessions.revokeAll(user_id);
    reply.clearCookie(SESSION_COOKIE, { path: '/' });
    return {};
  });
};
