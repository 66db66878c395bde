import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { nothing, text } from '#services/contract/fields/fields.ts';
import { user } from './accounts.ts';

/** `redirect_uri`: the page /oauth/wechat of this site. The browser must be the one that comes back. */
const address = {
  access: 'guest',
  limit: 'guess',
  body: z.object({ redirect_uri: text(500, 1) }),
  answer: z.object({ url: z.string() }),
} as const;
/** A code to scan on a desktop. */
export const wxRedirectUri = endpoint('POST', '/api/oauth/wx-redirect-uri', address);
/** A page inside of the messenger. */
export const mpRedirectUri = endpoint('POST', '/api/oauth/mp-redirect-uri', address);

/**
 * What the messenger sent back with the browser. An account that is linked is signed in: `auth_token`. Otherwise
 * `mp_token` links one account within ten minutes.
 */
const code = {
  access: 'guest',
  limit: 'guess',
  body: z.object({ code: text(200, 1), state: text(100, 1) }),
  answer: z.object({
    auth_token: z.string(),
    mp_token: z.string(),
    /** As the person is called at the messenger */
    mp_profile: z.object({ name: z.string(), avatar: z.string() }),
    user: user.nullable(),
  }),
} as const;
export const wxCode = endpoint('POST', '/api/oauth/wx-code', code);
export const mpCode = endpoint('POST', '/api/oauth/mp-code', code);

/** Links the person of the messenger to the caller's account, who needs a code that is at most five minutes old. */
export const bindWechat = endpoint('POST', '/api/account/bind-wechat', {
  access: 'fan',
  confirm: 'always',
  limit: 'guess',
  body: z.object({ mp_token: text(100, 1) }),
  answer: nothing,
});
export const unbindWechat = endpoint('GET', '/api/account/unbind-wechat', {
  access: 'fan',
  changes: true,
  answer: nothing,
});
