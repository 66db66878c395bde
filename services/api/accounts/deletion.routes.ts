import { userAccount } from '#read-models/books/ledger/accounts.ts';
import { balancesOf } from '#read-models/books/ledger/queries.ts';
import { planCount } from '#read-models/catalog/queries.ts';
import { agreementsOf } from '#read-models/memberships/agreements/queries.ts';
import { plansWithOrders } from '#read-models/orders/creator-orders.ts';
import { openOrdersOfFan } from '#read-models/orders/fan-orders.ts';
import { openTicketsOfFan, roundsOver } from '#read-models/tickets/queries.ts';
import { openFileStore } from '#services/runtime/file-store.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Caller } from '../http/caller.ts';
import { SESSION_COOKIE } from '../http/session/session-cookie.ts';
import { deleteAccount, getDeletion, type OpenKind } from './contract/deletion.ts';
import { passwordRefused } from './passport.routes.ts';

/** Deleting one's own account. */
export const deletionRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { pool, clock, accounts } = deps;
  const files = openFileStore(deps.config.dataDir);

  /** What keeps the account from being deleted. */
  async function openOf({ user_id, roles }: Pick<Caller, 'user_id' | 'roles'>) {
    const over = roundsOver(clock.now());
    const [ordered, earned, plans, orders, tickets, agreements] = await Promise.all([
      plansWithOrders(pool, { creator_id: user_id, most: 1 }),
      balancesOf(pool, { accounts: [userAccount(user_id, 'pending')] }),
      planCount(pool, { creator_id: user_id }),
      openOrdersOfFan(pool, { user_id }),
      openTicketsOfFan(pool, { user_id, over }),
      agreementsOf(pool, { user_id }),
    ]);
    // Commissions are credited without an order of one's own. Nothing that a seller finishes would change the answer.
    const isSeller = ordered.rows.length > 0 || earned.rows.some(({ credit }) => credit > 0);
    if (isSeller) return [{ kind: 'seller' as const, count: 1 }];
    const counts: Record<Exclude<OpenKind, 'seller'>, number> = {
      staff: roles.length,
      plans: plans.rows[0]?.count ?? 0,
      orders: orders.rows[0]?.count ?? 0,
      tickets: tickets.rows[0]?.count ?? 0,
      renewals: agreements.rows.filter(({ ended_at }) => ended_at === null).length,
    };
    const kinds = Object.entries(counts) as [keyof typeof counts, number][]; // Object.entries widens the keys
    return kinds.filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count }));
  }

  on(getDeletion, async ({ caller }) => ({ open: await openOf(caller) }));
  on(deleteAccount, async ({ body, caller, reply }) => {
    if ((await openOf(caller)).length > 0) return { code: 'state_does_not_allow' };
    const done = await accounts.passport.deleteAccount(caller.user_id, body.password);
    if (done.refused) return passwordRefused('password', done);
    await Promise.all(done.files.map(files.remove));
    reply.clearCookie(SESSION_COOKIE, { path: '/' });
    return {};
  });
};
