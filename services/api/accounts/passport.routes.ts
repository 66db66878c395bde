import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '#events/ids.ts';
import {
  changePassword,
  checkForgetCode,
  login,
  logout,
  logoutByLink,
  register,
  resetPassword,
  sendForgetCode,
  sendVerifyCode,
} from '#services/contract/accounts/accounts.ts';
import type { TooMany, WrongPassword } from '#services/modules/accounts/passport.ts';
import type { OpenedSession } from '#services/modules/accounts/session.ts';
import type { CodeScene } from '#services/modules/accounts/verify-codes.ts';
import type { AccountName } from '#services/modules/messages/account-name.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { InputMessage } from '../http/field-messages.ts';
import { requireAccount } from '../http/input.ts';
import type { Language } from '../http/language.ts';
import { guessesByAddress, tooManyCalls } from '../http/rate-limits.ts';
import { type ApiRefusal, invalid } from '../http/refusals.ts';
import {
  DEVICE_COOKIE,
  DEVICE_COOKIE_PATH,
  SESSION_COOKIE,
  sessionCookie,
} from '../http/session/session-cookie.ts';
import { ownUser } from './user-answer.ts';

const wrong = (field: string, key: InputMessage['key'] & WrongKey) => invalid(field, { key });
type WrongKey = 'no_mail' | 'no_sms' | 'wrong_code' | 'wrong_login' | 'wrong_password' | 'already_taken';

const slowDown = ({ retry_after }: TooMany): ApiRefusal => ({ code: 'too_many_requests', retry_after });

/** A signed-in person's present password was wrong, or was guessed too often. */
export const passwordRefused = (field: string, refusal: WrongPassword | TooMany): ApiRefusal =>
  refusal.refused === 'wrong_password' ? wrong(field, refusal.refused) : slowDown(refusal);

const userAgentOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? '';

/** Codes, registration, sign-in, sign-out and passwords. */
export const passportRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { passport, sessions, knownDevices } = deps.accounts;
  const { production } = deps.config;
  const signIns = guessesByAddress(app, 'sign-ins');

  /** The browser in which the user has just proved the account. */
  async function remember(request: FastifyRequest, reply: FastifyReply, user: UserId) {
    const options = { ...sessionCookie(request, production), path: DEVICE_COOKIE_PATH };
    reply.setCookie(DEVICE_COOKIE, await knownDevices.issue(user), options);
  }

  async function signedIn(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) {
    const auth_token = app.sessionTokens.issue(opened);
    reply.setCookie(SESSION_COOKIE, auth_token, sessionCookie(request, production));
    await remember(request, reply, opened.user_id);
    return { auth_token, user: await ownUser(deps, opened.user_id) };
  }

  async function sendCode(language: Language, account: AccountName, scene: CodeScene) {
    // Refused here: otherwise they would wait for a code that never arrives.
    const { kind } = account;
    if (!deps.outbox.reaches(kind)) return wrong('account', kind === 'phone' ? 'no_sms' : 'no_mail');
    const sent = await passport.sendCode(account, scene, language);
    return sent.refused ? slowDown(sent) : { resend_after: sent.resend_after };
  }

  on(sendVerifyCode, async ({ body: { account, account_type, scene }, language }) => {
    return sendCode(language, requireAccount(account, account_type), scene);
  });

  on(register, async ({ body: { account, ...rest }, language, request, reply }) => {
    const done = await passport.register({
      ...rest,
      account: requireAccount(account),
      language,
      user_agent: userAgentOf(request),
    });
    switch (done.refused) {
      case undefined:
        return signedIn(request, reply, done.session);
      case 'too_many':
        return slowDown(done);
      case 'wrong_code':
        return wrong('code', 'wrong_code');
      case 'account_taken':
        return wrong('account', 'already_taken');
      default:
        return done satisfies never;
    }
  });

  on(login, async ({ body, request, reply }) => {
    const done = await passport.login(requireAccount(body.account), body.password, {
      address: request.address,
      device: request.cookies[DEVICE_COOKIE],
      user_agent: userAgentOf(request),
      async countByAddress() {
        const { wait } = await signIns(request).reserve(1);
        if (wait > 0) throw tooManyCalls(reply, wait);
      },
    });
    switch (done.refused) {
      case undefined:
        return signedIn(request, reply, done.session);
      case 'too_many':
        return slowDown(done);
      case 'wrong_login':
        return wrong('password', 'wrong_login');
      default:
        return done satisfies never;
    }
  });

  for (const call of [logoutByLink, logout]) {
    on(call, async ({ caller, reply }) => {
      if (caller) await sessions.revoke(caller.user_id, caller.sid);
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return {};
    });
  }

  on(sendForgetCode, async ({ body: { account, account_type }, language }) => {
    return sendCode(language, requireAccount(account, account_type), 'forgot');
  });

  on(checkForgetCode, async ({ body }) => {
    const done = await passport.checkForgetCode(requireAccount(body.account), body.code);
    switch (done.refused) {
      case undefined:
        return { token: done.token };
      case 'too_many':
        return slowDown(done);
      case 'wrong_code':
        return wrong('code', 'wrong_code');
      default:
        return done satisfies never;
    }
  });

  on(resetPassword, async ({ body: { token, password }, request, reply }) => {
    const user = await passport.resetPassword(token, password);
    if (user === undefined) return wrong('token', 'wrong_code');
    await remember(request, reply, user);
    return {};
  });

  on(changePassword, async ({ body, caller, request, reply }) => {
    const done = await passport.changePassword(caller.user_id, caller.sid, body);
    if (done.refused) return passwordRefused('old_password', done);
    await remember(request, reply, caller.user_id);
    return {};
  });
};
