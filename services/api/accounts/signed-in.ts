import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '#events/ids.ts';
import type { OpenedSession } from '#services/modules/accounts/session.ts';
import type { HalfSignedIn } from '#services/modules/accounts/sign-in.ts';
import type { Dependencies } from '../http/dependencies.ts';
import { type ApiRefusal, invalid } from '../http/refusals.ts';
import {
  DEVICE_COOKIE,
  DEVICE_COOKIE_PATH,
  SESSION_COOKIE,
  sessionCookie,
} from '../http/session/session-cookie.ts';
import { ownUser } from './user-answer.ts';

export const userAgentOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? '';

/** The refusal of a first step, which names what the second one takes. */
export const secondStep = ({ half_token, factors }: HalfSignedIn): ApiRefusal => ({
  code: 'second_factor',
  half_token,
  factors,
});

/** What the caller's browser gets when it has proved an account. */
export function browserOf(app: FastifyInstance, deps: Dependencies) {
  const { production } = deps.config;
  /** It is known from now on. */
  async function remember(request: FastifyRequest, reply: FastifyReply, user: UserId): Promise<void> {
    const options = { ...sessionCookie(request, production), path: DEVICE_COOKIE_PATH };
    reply.setCookie(DEVICE_COOKIE, await deps.accounts.knownDevices.issue(user), options);
  }

  /** The session's cookie, and the answer of all ways to sign in. Refuses banned people, whose session ends. */
  async function signedIn(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) {
    const { profiles, sessions } = deps.accounts;
    if ((await profiles.own(opened.user_id)) === undefined) {
      await sessions.revoke(opened.user_id, opened.sid);
      return invalid('account', { key: 'account_banned' });
    }
    const auth_token = app.sessionTokens.issue(opened);
    reply.setCookie(SESSION_COOKIE, auth_token, sessionCookie(request, production));
    await remember(request, reply, opened.user_id);
    await deps.accounts.signInAddresses.record(opened.user_id, request.ip);
    return { auth_token, user: await ownUser(deps, opened.user_id) };
  }
  return { remember, signedIn };
}
