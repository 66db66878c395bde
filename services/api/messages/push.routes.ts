import { getPush, subscribePush, unsubscribePush } from '#services/contract/messages/push.ts';
import { areBrowserKeys } from '#services/modules/messages/push/web-push.ts';
import { faultOfUrl } from '#services/modules/open/public-address.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid } from '../http/refusals.ts';

/** Browsers to which notices are pushed. */
export const pushRoutes: Area =
  ({ config, push, pushIdentity }) =>
  async (app) => {
    const on = routesOf(app, 'messages');
    on(getPush, async ({ caller }) => ({
      public_key: pushIdentity.publicKey,
      subscribed: await push.isOn(caller.sid),
    }));
    on(subscribePush, async ({ body: { endpoint, keys }, caller }) => {
      const fault = faultOfUrl(endpoint, config.webhookAllowPrivate);
      if (fault !== undefined) return invalid('endpoint', { key: fault });
      const isSecure = endpoint.startsWith('https:') || config.webhookAllowPrivate;
      if (!isSecure) return invalid('endpoint', { key: 'malformed' });
      const browser = {
        p256dh: Buffer.from(keys.p256dh, 'base64url'),
        auth: Buffer.from(keys.auth, 'base64url'),
      };
      if (!areBrowserKeys(browser)) return invalid('keys', { key: 'malformed' });
      await push.add(caller.user_id, caller.sid, { endpoint, ...browser });
      return {};
    });
    on(unsubscribePush, async ({ caller }) => {
      await push.remove(caller.sid);
      return {};
    });
  };
