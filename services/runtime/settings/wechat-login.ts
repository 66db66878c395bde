import { ConfigError, type Environment, endpointUrl, requireAll } from './values.ts';

/** How a person comes from WeChat: a code to scan on a desktop, or a page inside of the messenger. */
export const MESSENGER_LOGINS = ['wx', 'mp'] as const;
export type MessengerLogin = (typeof MESSENGER_LOGINS)[number];

interface WechatApp {
  appId: string;
  /** Must not be shown. */
  secret: string;
}

/** Applications of the operator at WeChat, that say who a person is there. */
export interface WechatLoginSettings {
  apps: ReadonlyMap<MessengerLogin, WechatApp>;
  /** Without a slash at the end. */
  apiUrl: string;
}

function appOf(env: Environment, names: readonly [string, string]): WechatApp | undefined {
  const values = requireAll(env, names[0].replace(/APP_ID$/, ''), names);
  if (!values) return undefined;
  const [appId, secret] = values;
  if (!/^wx\w{16}$/.test(appId)) throw new ConfigError(`${names[0]}: must look like wx…, 18 characters`);
  return { appId, secret };
}

/** One application or both; undefined: nobody signs in with WeChat. */
export function wechatLoginSettings(env: Environment): WechatLoginSettings | undefined {
  const found = {
    wx: appOf(env, ['WECHAT_SITE_APP_ID', 'WECHAT_SITE_SECRET']),
    mp: appOf(env, ['WECHAT_MP_APP_ID', 'WECHAT_MP_SECRET']),
  };
  const apps = new Map(MESSENGER_LOGINS.flatMap((kind) => (found[kind] ? [[kind, found[kind]]] : [])));
  if (apps.size === 0) return undefined;
  return { apps, apiUrl: endpointUrl(env, 'WECHAT_LOGIN_API_URL', 'https://api.weixin.qq.com') };
}
