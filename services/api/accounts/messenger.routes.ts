import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import {
  bindWechat,
  mpCode,
  mpRedirectUri,
  unbindWechat,
  wxCode,
  wxRedirectUri,
} from '#services/contract/accounts/messenger.ts';
import { MessengerUnavailable } from '#services/modules/accounts/messenger/messenger.ts';
import { newToken } from '#services/modules/accounts/session.ts';
import type { MessengerLogin } from '#services/runtime/settings/wechat-login.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid, isApiRefusal } from '../http/refusals.ts';
import { sessionCookie } from '../http/session/session-cookie.ts';
import { browserOf, secondStep, userAgentOf } from './signed-in.ts';

/** What the browser must bring back: a link of a stranger signs nobody in to the stranger's account. */
const STATE_COOKIE = 'messenger_state';
const STATE_PATH = '/api/oauth';
const STATE_SECONDS = 600;

/** Signing in with the account of a messenger. */
export const messengerRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { messenger, messengerLinks: links, passport } = deps.accounts;
  const { publicUrl, production } = deps.config;
  const { signedIn } = browserOf(app, deps);

  const isOurs = (address: string): boolean => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    return url?.origin === new URL(publicUrl).origin && url.pathname === '/oauth/wechat';
  };

  function addressOf(kind: MessengerLogin, redirect: string, request: FastifyRequest, reply: FastifyReply) {
    if (!isOurs(redirect)) return invalid('redirect_uri', { key: 'unknown' });
    const state = newToken();
    const url = messenger.address(kind, redirect, state);
    if (url === undefined) return invalid('redirect_uri', { key: 'no_messenger' });
    const options = sessionCookie(request, production);
    reply.setCookie(STATE_COOKIE, state, { ...options, path: STATE_PATH, maxAge: STATE_SECONDS });
    return { url };
  }
  on(wxRedirectUri, ({ body, request, reply }) => addressOf('wx', body.redirect_uri, request, reply));
  on(mpRedirectUri, ({ body, request, reply }) => addressOf('mp', body.redirect_uri, request, reply));

  interface Returned {
    body: { code: string; state: string };
    request: FastifyRequest;
    reply: FastifyReply;
  }
  async function enter(kind: MessengerLogin, { body: { code, state }, request, reply }: Returned) {
    const isSame = request.cookies[STATE_COOKIE] === state;
    reply.clearCookie(STATE_COOKIE, { path: STATE_PATH });
    if (!isSame) return invalid('state', { key: 'wrong_code' });
    const profile = await messenger.profileOf(kind, code).catch((error: unknown) => {
      if (!(error instanceof MessengerUnavailable)) throw error;
      request.log.warn(error.message);
      return null;
    });
    if (profile === null) return invalid('code', { key: 'messenger_away' });
    if (profile === undefined) return invalid('code', { key: 'wrong_code' });
    const { subject, name, avatar } = profile;
    const owner = await links.userOf(subject);
    if (owner === undefined) {
      const mp_token = await links.open(subject);
      return { auth_token: '', mp_token, mp_profile: { name, avatar }, user: null };
    }
    const isLinked = async (client: PoolClient) => (await links.userOf(subject, client)) === owner;
    const opened = await passport.enter(owner, userAgentOf(request), isLinked);
    if (opened === undefined) return invalid('code', { key: 'wrong_code' });
    if (opened.refused) return secondStep(opened);
    const entered = await signedIn(request, reply, opened.session);
    if (isApiRefusal(entered)) return entered;
    return {
      ...entered,
      mp_token: '',
      mp_profile: { name, avatar },
    };
  }
  on(wxCode, (call) => enter('wx', call));
  on(mpCode, (call) => enter('mp', call));

  on(bindWechat, async ({ body: { mp_token }, caller }) => {
    const { refused } = await links.link(caller.user_id, caller.sid, mp_token);
    if (refused === 'unknown_token') return invalid('mp_token', { key: 'messenger_ended' });
    return refused === 'other_account' ? invalid('mp_token', { key: 'messenger_taken' }) : {};
  });

  on(unbindWechat, async ({ caller }) => {
    await links.unlink(caller.user_id);
    return {};
  });
};
