import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  addPasskey,
  passkeyForConfirm,
  passkeyForSignIn,
  removePasskey,
  renamePasskey,
  setUpPasskey,
  signInByPasskey,
} from '#services/contract/accounts/passkeys.ts';
import { deviceName } from '#services/modules/accounts/device-kind.ts';
import type { WrongPasskey } from '#services/modules/accounts/passkeys/passkeys.ts';
import { newToken } from '#services/modules/accounts/session.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { type ApiRefusal, invalid, notFound } from '../http/refusals.ts';
import { sessionCookie } from '../http/session/session-cookie.ts';
import { browserOf, userAgentOf } from './signed-in.ts';

/** Names the browser that asked for a challenge, so that no other one signs in by its answer. */
const BROWSER_COOKIE = 'passkey_browser';
const BROWSER_PATH = '/api/passport';
/** Longer than a challenge holds. */
const BROWSER_SECONDS = 600;

const full = (): ApiRefusal => quotaReached(QUOTAS.passkeys);
const noPasskeys: ApiRefusal = { code: 'state_does_not_allow' };

function refusalOf({ refused }: WrongPasskey | { refused: 'half_ended' }): ApiRefusal {
  switch (refused) {
    case 'half_ended':
      return { code: 'session_expired' };
    case 'unknown':
      return invalid('credential', { key: 'unknown_passkey' });
    case 'copied':
      return invalid('credential', { key: 'copied_passkey' });
    case 'wrong':
      return invalid('credential', { key: 'wrong_passkey' });
    default:
      return refused satisfies never;
  }
}

/** The caller's passkeys, and signing in by one. */
export const passkeyRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { passkeys, passkeySignIn, profiles } = deps.accounts;
  const { signedIn } = browserOf(app, deps);

  /** Several windows of a browser share it. */
  function browserFor(request: FastifyRequest, reply: FastifyReply): string {
    const browser = request.cookies[BROWSER_COOKIE] || newToken();
    const options = sessionCookie(request, deps.config.production);
    reply.setCookie(BROWSER_COOKIE, browser, { ...options, path: BROWSER_PATH, maxAge: BROWSER_SECONDS });
    return browser;
  }

  on(setUpPasskey, async ({ caller: { user_id, sid } }) => {
    const name = (await profiles.own(user_id))?.name ?? '';
    const begun = await passkeys.begin(user_id, sid, name);
    if (begun.refused === 'full') return full();
    return begun.refused ? noPasskeys : begun;
  });

  on(addPasskey, async ({ body: { name, credential }, caller, request }) => {
    const shown = name || deviceName(userAgentOf(request));
    const done = await passkeys.add(caller.user_id, caller.sid, { name: shown, credential });
    if (done.refused === 'full') return full();
    return done.refused ? refusalOf(done) : { recovery_codes: done.recovery_codes };
  });

  on(renamePasskey, async ({ body, caller: { user_id, sid } }) => {
    const { refused } = await passkeys.rename(user_id, sid, body);
    return refused ? notFound : {};
  });

  on(removePasskey, async ({ body: { passkey_id }, caller: { user_id, sid } }) => {
    const { refused } = await passkeys.remove(user_id, sid, passkey_id);
    return refused ? notFound : {};
  });

  on(passkeyForConfirm, async ({ caller: { user_id, sid } }) => {
    const request = await passkeys.request({ purpose: 'confirm', place: sid, user: user_id });
    return 'refused' in request ? noPasskeys : request;
  });

  on(passkeyForSignIn, async ({ body: { half_token }, request, reply }) => {
    const browser = browserFor(request, reply);
    const asked = await passkeySignIn.request({ browser, half_token });
    if (!('refused' in asked)) return asked;
    return asked.refused === 'state' ? noPasskeys : refusalOf(asked);
  });

  on(signInByPasskey, async ({ body: { half_token, credential }, request, reply }) => {
    const browser = request.cookies[BROWSER_COOKIE] ?? '';
    const user_agent = userAgentOf(request);
    const done = await passkeySignIn.enter(credential, { browser, half_token, user_agent });
    return done.refused ? refusalOf(done) : signedIn(request, reply, done.session);
  });
};
