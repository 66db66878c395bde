import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
} from '#services/contract/accounts/sessions.ts';
import { rangeOf, tablePage } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';
import { SESSION_COOKIE } from '../http/session/session-cookie.ts';

const secondsOf = (at: number): number => Math.floor(at / 1000);

/** The caller's signed-in devices, and signing them out. */
export const sessionRoutes: Area =
  ({ accounts: { sessions } }) =>
  async (app) => {
    const on = routesOf(app, 'accounts');
    on(listSessions, async ({ query, caller: { user_id, sid: current } }) => {
      const found = await sessions.page(user_id, current, rangeOf(query));
      const list = found.list.map(({ sid, created_at, seen_at, ...kind }) => ({
        session_id: sid,
        current: sid === current,
        ...kind,
        create_time: secondsOf(created_at),
        seen_time: secondsOf(seen_at),
      }));
      return tablePage(query, found, list);
    });
    on(revokeSession, async ({ body: { session_id }, caller, reply }) => {
      if (!(await sessions.revoke(caller.user_id, session_id))) return notFound;
      if (session_id === caller.sid) reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return {};
    });
    on(revokeOtherSessions, async ({ caller }) => {
      await sessions.revokeAll(caller.user_id, caller.sid);
      return {};
    });
    on(revokeSessions, async ({ caller, reply }) => {
      await sessions.revokeAll(caller.user_id);
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return {};
    });
  };
