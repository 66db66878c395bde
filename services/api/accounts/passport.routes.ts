import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountName } from '#services/accounts/account-name.ts';
import type { TooMany } from '#services/accounts/passport.ts';
import type { OpenedSession } from '#services/accounts/session.ts';
import type { CodeScene } from '#services/accounts/verify-codes.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { requireAccount } from '../http/input.ts';
import { languageOf } from '../http/language.ts';
import type { InputMessage, Refused } from '../http/refusals.ts';
import { SESSION_COOKIE, sessionCookie } from '../http/session/session-cookie.ts';
import {
  changePassword,
  checkForgetCode,
  login,
  logout,
  logoutByLink,
  register,
  resetPassword,
  revokeSessions,
  sendForgetCode,
  sendVerifyCode,
} from './contract/accounts.ts';
import { ownUser } from './user-answer.ts';

const wrong = (request: FastifyRequest, field: string, key: InputMessage['key'] & WrongKey): Refused =>
  refused(request, { code: 'bad_input', errors: [{ field, message: { key } }] });
type WrongKey = 'no_mail' | 'no_sms' | 'wrong_code' | 'wrong_login' | 'wrong_password' | 'already_taken';

const slowDown = (request: FastifyRequest, { retry_after }: TooMany): Refused =>
  refused(request, { code: 'too_many_requests', retry_after });

/** Codes, registration, sign-in, sign-out, passwords and sessions. */
export const passportRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { passport, sessions } = deps.accounts;
  const { production } = deps.config;

  async function signedIn(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) {
    const auth_token = app.sessionTokens.issue(opened);
    reply.setCookie(SESSION_COOKIE, auth_token, sessionCookie(request, production));
    return ok({ auth_token, user: await ownUser(deps, opened.user_id) });
  }

  async function sendCode(request: FastifyRequest, account: AccountName, scene: CodeScene) {
    // Said at once: otherwise they would wait for a code that never comes.
    const { kind } = account;
    if (!deps.outbox.reaches(kind)) return wrong(request, 'account', kind === 'phone' ? 'no_sms' : 'no_mail');
    const sent = await passport.sendCode(account, scene, languageOf(request));
    return sent.refused ? slowDown(request, sent) : ok({ resend_after: sent.resend_after });
  }

  on(sendVerifyCode, async (request) => {
    const { account, account_type, scene } = request.body;
    return sendCode(request, requireAccount(account, account_type), scene);
  });

  on(register, async (request, reply) => {
    const { account, ...rest } = request.body;
    const done = await passport.register({
      ...rest,
      account: requireAccount(account),
      language: languageOf(request),
    });
    switch (done.refused) {
      case undefined:
        return signedIn(request, reply, done.session);
      case 'too_many':
        return slowDown(request, done);
      case 'wrong_code':
        return wrong(request, 'code', 'wrong_code');
      case 'account_taken':
        return wrong(request, 'account', 'already_taken');
      default:
        return done satisfies never;
    }
  });

  on(login, async (request, reply) => {
    const done = await passport.login(requireAccount(request.body.account), request.body.password);
    switch (done.refused) {
      case undefined:
        return signedIn(request, reply, done.session);
      case 'too_many':
        return slowDown(request, done);
      case 'wrong_login':
        return wrong(request, 'password', 'wrong_login');
      default:
        return done satisfies never;
    }
  });

  for (const call of [logoutByLink, logout]) {
    on(call, async (request, reply) => {
      if (request.session) await sessions.revoke(request.session.sid);
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return ok({});
    });
  }

  on(sendForgetCode, async (request) => {
    const { account, account_type } = request.body;
    return sendCode(request, requireAccount(account, account_type), 'forgot');
  });

  on(checkForgetCode, async (request) => {
    const done = await passport.checkForgetCode(requireAccount(request.body.account), request.body.code);
    switch (done.refused) {
      case undefined:
        return ok({ token: done.token });
      case 'too_many':
        return slowDown(request, done);
      case 'wrong_code':
        return wrong(request, 'code', 'wrong_code');
      default:
        return done satisfies never;
    }
  });

  on(resetPassword, async (request) => {
    const { token, password } = request.body;
    return (await passport.resetPassword(token, password)) ? ok({}) : wrong(request, 'token', 'wrong_code');
  });

  on(changePassword, async (request) => {
    const { user_id } = callerOf(request);
    const done = await passport.changePassword(user_id, request.session?.sid ?? '', request.body);
    if (done === 'changed') return ok({});
    if (done === 'wrong_password') return wrong(request, 'old_password', 'wrong_password');
    return slowDown(request, done);
  });

  on(revokeSessions, async (request, reply) => {
    await sessions.revokeAll(callerOf(request).user_id);
    reply.clearCookie(SESSION_COOKIE, { path: '/' });
    return ok({});
  });
};
