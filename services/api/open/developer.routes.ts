import {
  createOpenToken,
  listOpenCalls,
  listOpenTokens,
  type OpenToken,
  revokeOpenToken,
  tryOpenCall,
} from '#services/contract/open/developer.ts';
import { OPEN_SCOPES } from '#services/contract/open/scopes.ts';
import type { OpenToken as StoredToken } from '#services/modules/open/tokens.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached } from '#services/runtime/refusal.ts';
import { rangeOf, tablePage } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';
import { answerCall } from './answer-call.ts';
import { runs } from './runs.ts';
import { signatureOf } from './signed-call.ts';

const secondsOf = (at: number): number => Math.floor(at / 1000);

const tokenAnswer = ({ token_id, name, scopes, created_at, last_used_at }: StoredToken): OpenToken => ({
  token_id,
  name,
  scopes: OPEN_SCOPES.filter((scope) => scopes.includes(scope)),
  create_time: secondsOf(created_at),
  last_used_time: last_used_at === null ? null : secondsOf(last_used_at),
});

/** A creator's tokens for the open API, the log of their calls, and a call on trial. */
export const developerRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'open');
  const { openTokens, openCalls, oauthApps } = deps.accounts;

  on(listOpenTokens, async ({ caller: { user_id } }) => {
    const tokens = await openTokens.list(user_id);
    const list = tokens.map(tokenAnswer);
    return { list, has_more: false, total_count: list.length, public_url: deps.config.publicUrl };
  });

  on(createOpenToken, async ({ body: { name, scopes }, caller: { user_id, sid } }) => {
    const made = await openTokens.create(user_id, name.trim(), [...new Set(scopes)], sid);
    if (made === 'ended') return { code: 'session_expired' };
    if (made === 'full') return quotaReached(QUOTAS.open_tokens);
    return { ...tokenAnswer(made), token: made.secret };
  });

  on(revokeOpenToken, async ({ body: { token_id }, caller: { user_id } }) =>
    (await openTokens.revoke(user_id, token_id)) ? {} : notFound,
  );

  on(listOpenCalls, async ({ query, caller: { user_id } }) => {
    const [found, tokens] = await Promise.all([
      openCalls.page(user_id, rangeOf(query)),
      openTokens.list(user_id),
    ]);
    const names = new Map(tokens.map(({ token_id, name }) => [token_id, name]));
    // The other calls are of revoked tokens, and of applications.
    for (const { token_id } of found.list) {
      if (!names.has(token_id)) names.set(token_id, (await oauthApps.find(token_id))?.name ?? '');
    }
    const list = found.list.map(({ at, ...call }) => ({
      ...call,
      token_name: names.get(call.token_id) ?? '',
      time: secondsOf(at),
    }));
    return tablePage(query, found, list);
  });

  on(tryOpenCall, async ({ body: { token_id, name, params }, caller: { user_id } }) => {
    const tokens = await openTokens.secretsOf(user_id);
    const token = tokens.find((one) => one.token_id === token_id && !one.revoked);
    if (token === undefined) return notFound;
    const signed = { user_id, params, ts: String(secondsOf(deps.clock.now())) };
    const call = { ...signed, sign: signatureOf(token.secret, signed) };
    const answer = await answerCall(runs, name, call, { deps, key: undefined });
    return { request: { ...call, ts: Number(call.ts) }, answer: { ...answer } };
  });
};
