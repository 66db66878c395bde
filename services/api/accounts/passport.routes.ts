import type { FastifyRequest } from 'fastify';
import { acceptTerms } from '#services/commerce/accounts/accept-terms.ts';
import { login, logout, logoutByLink } from '#services/contract/accounts/accounts.ts';
import { enterByToken } from '#services/contract/accounts/binding.ts';
import { secondFactor } from '#services/contract/accounts/factors.ts';
import {
  changePassword,
  checkForgetCode,
  quickLogin,
  register,
  resetPassword,
  sendForgetCode,
  sendOrderCode,
  sendQlCode,
  sendQuickLoginCode,
  sendVerifyCode,
} from '#services/contract/accounts/passport.ts';
import type { GuestScene, Source, TooMany } from '#services/modules/accounts/codes/account-codes.ts';
import type { Passport, WrongPassword } from '#services/modules/accounts/passport.ts';
import type { AccountKind } from '#services/modules/messages/account-name.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { InputMessage } from '../http/field-messages.ts';
import { requireAccount } from '../http/input.ts';
import type { Language } from '../http/language.ts';
import { guessesByAddress, tooManyCalls } from '../http/rate-limits.ts';
import { type ApiRefusal, invalid, isApiRefusal } from '../http/refusals.ts';
import { DEVICE_COOKIE, SESSION_COOKIE } from '../http/session/session-cookie.ts';
import { otherTerms } from '../http/texts/other-terms.ts';
import { browserOf, secondStep, userAgentOf } from './signed-in.ts';

const wrong = (field: string, key: InputMessage['key'] & WrongKey) => invalid(field, { key });
type WrongKey =
  | 'no_mail'
  | 'no_sms'
  | 'no_sms_country'
  | 'wrong_code'
  | 'wrong_login'
  | 'wrong_password'
  | 'already_taken';

const slowDown = ({ retry_after }: TooMany): ApiRefusal => ({ code: 'too_many_requests', retry_after });

type Unproved = Extract<
  Awaited<ReturnType<Passport['quickLogin'] | Passport['secondFactor']>>,
  { refused: string }
>;
/** Of both steps that a code signs in by. */
function codeRefusal(done: Unproved): ApiRefusal {
  switch (done.refused) {
    case 'too_many':
      return slowDown(done);
    case 'wrong_code':
      return wrong('code', 'wrong_code');
    case 'second_factor':
      return secondStep(done);
    case 'half_ended':
      return { code: 'session_expired' };
    default:
      return done satisfies never;
  }
}

/** A signed-in person's present password was wrong, or was guessed too often. */
export const passwordRefused = (field: string, refusal: WrongPassword | TooMany): ApiRefusal =>
  refusal.refused === 'wrong_password' ? wrong(field, refusal.refused) : slowDown(refusal);

const sourceOf = ({ address, cookies }: FastifyRequest): Source => ({
  address,
  device: cookies[DEVICE_COOKIE],
});

/** Codes, registration, sign-in, sign-out and passwords. */
export const passportRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { messengerLinks, passport, sessions } = deps.accounts;
  const { remember, signedIn } = browserOf(app, deps);
  const signIns = guessesByAddress(app, 'sign-ins');

  interface CodeRequest {
    body: { account: string; account_type: AccountKind };
    language: Language;
    request: FastifyRequest;
  }
  async function sendCode({ body, language, request }: CodeRequest, scene: GuestScene) {
    const account = requireAccount(body.account, body.account_type);
    // Refused here: otherwise they would wait for a code that never arrives.
    const unreached = deps.outbox.unreached(account);
    if (unreached) return wrong('account', unreached);
    const sent = await passport.sendCode(account, scene, language, sourceOf(request));
    return sent.refused ? slowDown(sent) : { resend_after: sent.resend_after };
  }

  on(sendVerifyCode, (call) => sendCode(call, call.body.scene));
  for (const call of [sendQuickLoginCode, sendQlCode, sendOrderCode])
    on(call, (sent) => sendCode(sent, 'login'));

  on(quickLogin, async ({ body: { account, account_type, code, mp_token }, request, reply }) => {
    const source = { ...sourceOf(request), user_agent: userAgentOf(request) };
    const done = await passport.quickLogin(requireAccount(account, account_type), code, source);
    if (done.refused) return codeRefusal(done);
    const entered = await signedIn(request, reply, done.session);
    if (isApiRefusal(entered)) return entered;
    // The code that was just used is the fresh one that a link needs.
    const { user_id, sid } = done.session;
    const linked = mp_token === undefined ? undefined : await messengerLinks.link(user_id, sid, mp_token);
    return { ...entered, is_linked: linked !== undefined && linked.refused === undefined };
  });

  on(secondFactor, async ({ body: { half_token, code }, request, reply }) => {
    const source = { ...sourceOf(request), user_agent: userAgentOf(request) };
    const done = await passport.secondFactor(half_token, code, source);
    return done.refused ? codeRefusal(done) : signedIn(request, reply, done.session);
  });

  on(register, async ({ body: { account, terms_version, ...rest }, language, request, reply }) => {
    const other = otherTerms(deps, terms_version);
    if (other) return other;
    const done = await passport.register({
      ...rest,
      ...sourceOf(request),
      account: requireAccount(account),
      language,
      user_agent: userAgentOf(request),
    });
    switch (done.refused) {
      case undefined: {
        const { user_id } = done.session;
        // Should this fail, the person is asked at the next visit.
        if (terms_version !== undefined)
          await deps.committer.submit(
            acceptTerms({ user_id, version: terms_version, occasion: 'registration' }),
          );
        return signedIn(request, reply, done.session);
      }
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
      ...sourceOf(request),
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
      case 'second_factor':
        return secondStep(done);
      default:
        return done satisfies never;
    }
  });

  on(enterByToken, async ({ body: { atn }, request, reply }) => {
    const sid = app.sessionTokens.read(atn);
    const owner = sid === undefined ? undefined : await sessions.find(sid);
    if (owner === undefined) return { code: 'session_expired' };
    const opened = await sessions.openFrom(owner, userAgentOf(request));
    return opened ? signedIn(request, reply, opened) : { code: 'session_expired' };
  });

  for (const call of [logoutByLink, logout]) {
    on(call, async ({ caller, reply }) => {
      if (caller) await sessions.revoke(caller.user_id, caller.sid);
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return {};
    });
  }

  on(sendForgetCode, (call) => sendCode(call, 'forgot'));

  on(checkForgetCode, async ({ body, request }) => {
    const done = await passport.checkForgetCode(requireAccount(body.account), body.code, sourceOf(request));
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
    const done = await passport.resetPassword(token, password);
    if (done === undefined) return wrong('token', 'wrong_code');
    await remember(request, reply, done.user_id);
    return { passkey_num: done.passkeys, totp: done.authenticators > 0 };
  });

  on(changePassword, async ({ body, caller, request, reply }) => {
    const done = await passport.changePassword(caller.user_id, caller.sid, body);
    if (done.refused) return passwordRefused('old_password', done);
    await remember(request, reply, caller.user_id);
    return {};
  });
};
