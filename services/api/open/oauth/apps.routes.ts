import {
  createApp,
  deleteApp,
  editApp,
  listApps,
  type OauthApp,
  renewAppSecret,
} from '#services/contract/open/apps.ts';
import type { OauthApp as StoredApp } from '#services/modules/open/apps.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { notFound } from '../../http/refusals.ts';

const appAnswer = ({ client_id, name, redirect_uris, secret_hash, created_at }: StoredApp): OauthApp => ({
  client_id,
  name,
  redirect_uris,
  has_secret: secret_hash !== null,
  create_time: Math.floor(created_at / 1000),
});

/** A creator's applications for OAuth2. */
export const appRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'open');
  const { oauthApps } = deps.accounts;

  on(listApps, async ({ caller: { user_id } }) => {
    const list = (await oauthApps.list(user_id)).map(appAnswer);
    return { list, has_more: false, total_count: list.length };
  });
  on(createApp, async ({ body: { with_secret, name, redirect_uris }, caller: { user_id } }) => {
    const details = { name: name.trim(), redirect_uris: [...new Set(redirect_uris)] };
    const made = await oauthApps.create(user_id, details, with_secret);
    if (made === 'full') return quotaReached(QUOTAS.oauth_apps);
    return { ...appAnswer(made.app), client_secret: made.secret ?? '' };
  });
  on(editApp, async ({ body: { client_id, name, redirect_uris }, caller: { user_id } }) => {
    const details = { name: name.trim(), redirect_uris: [...new Set(redirect_uris)] };
    return (await oauthApps.edit(user_id, client_id, details)) ? {} : notFound;
  });
  on(renewAppSecret, async ({ body: { client_id }, caller: { user_id } }) => {
    const client_secret = await oauthApps.renewSecret(user_id, client_id);
    return client_secret === undefined ? notFound : { client_secret };
  });
  on(deleteApp, async ({ body: { client_id }, caller: { user_id } }) =>
    (await oauthApps.remove(user_id, client_id)) ? {} : notFound,
  );
};
