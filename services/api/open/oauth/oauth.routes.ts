import { createHash } from 'node:crypto';
import { isPrivateUse } from '#services/contract/open/apps.ts';
import {
  allowAuthorization,
  disconnectApp,
  getAuthorization,
  listConnectedApps,
} from '#services/contract/open/oauth.ts';
import { OAUTH_SCOPES } from '#services/contract/open/scopes.ts';
import type { AttemptLimit } from '#services/modules/accounts/attempts.ts';
import { type Area, routesOf } from '../../http/area.ts';
import type { Caller } from '../../http/caller.ts';
import { invalid, isApiRefusal, notFound } from '../../http/refusals.ts';
import { authorizationOf, backTo } from './authorization.ts';

const secondsOf = (at: number): number => Math.floor(at / 1000);
/** Authorizations of one person. */
const ALLOWED: AttemptLimit = { most: 30, windowMs: 900_000, perDay: 300 };
const INVALID_SCOPE = 'invalid_scope';

/** Authorizes applications, and ends authorizations. */
export const oauthRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'open');
  const { oauthApps, oauthGrants, attempts, sessions } = deps.accounts;
  /** A kept session never takes a new creator's scopes away: it is read again first. */
  const isCreator = async ({ is_creator, sid }: Caller): Promise<boolean> =>
    is_creator || (await sessions.refresh(sid))?.is_creator === true;

  on(getAuthorization, async ({ query, caller }) => {
    const authorization = await authorizationOf(oauthApps, query, await isCreator(caller));
    if (isApiRefusal(authorization)) return authorization;
    const { app: client, redirect_uri, scopes, refused } = authorization;
    const owners = await deps.directory.usersByIds([client.creator_id]);
    const { name = '', avatar = '' } = owners.get(client.creator_id) ?? {};
    return {
      name: client.name,
      owner: { name, avatar },
      host: isPrivateUse(redirect_uri) ? new URL(redirect_uri).protocol : new URL(redirect_uri).host,
      scopes,
      refused: refused ? { ...refused, redirect: backTo(redirect_uri, { ...refused }, query.state) } : null,
    };
  });

  on(allowAuthorization, async ({ body, caller }) => {
    const { user_id } = caller;
    const authorization = await authorizationOf(oauthApps, body, await isCreator(caller));
    if (isApiRefusal(authorization)) return authorization;
    const { app: client, redirect_uri, scopes, challenge, refused } = authorization;
    if (refused) {
      return invalid(refused.error === INVALID_SCOPE ? 'scope' : 'client_id', { key: 'malformed' });
    }
    if (deps.config.rateLimits) {
      const subject = createHash('sha256').update(`oauth ${user_id}`).digest();
      const { wait } = await attempts.reserve(subject, ALLOWED);
      if (wait > 0) return { code: 'too_many_requests', retry_after: wait };
    }
    const { client_id } = client;
    const code = await oauthGrants.allow({ client_id, user_id, scopes, redirect_uri, challenge }, caller.sid);
    if (code === undefined) return { code: 'session_expired' };
    return { redirect: backTo(redirect_uri, { code }, body.state) };
  });

  on(listConnectedApps, async ({ caller: { user_id } }) => {
    const connected = await oauthGrants.connected(user_id);
    const found = await Promise.all(connected.map(({ client_id }) => oauthApps.find(client_id)));
    const owners = await deps.directory.usersByIds(found.flatMap((one) => one?.creator_id ?? []));
    const list = connected.map(({ client_id, scopes, first_at, last_used_at }, at) => {
      const { name = '', avatar = '' } = owners.get(found[at]?.creator_id ?? '') ?? {};
      return {
        client_id,
        name: found[at]?.name ?? '',
        owner: { name, avatar },
        scopes: OAUTH_SCOPES.filter((scope) => scopes.includes(scope)),
        create_time: secondsOf(first_at),
        last_used_time: last_used_at === null ? null : secondsOf(last_used_at),
      };
    });
    return { list, has_more: false, total_count: list.length };
  });

  on(disconnectApp, async ({ body: { client_id }, caller: { user_id } }) =>
    (await oauthGrants.disconnect(user_id, client_id)) ? {} : notFound,
  );
};
