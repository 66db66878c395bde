import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, line, list, nothing, seconds, text } from '#services/contract/fields/fields.ts';
import { isExact, webAddress } from '#services/contract/fields/web-address.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A scheme of an installed program's own, a domain name in reverse (RFC 8252, 7.1), as `com.example.app:/back`. */
const PRIVATE_USE = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:\/[^\s\\#]*$/;

export const isPrivateUse = (value: string): boolean => PRIVATE_USE.test(value);

/** The address by which it is compared: a program on the person's computer listens on any port (RFC 8252, 7.3). */
export function comparedUri(value: string): string {
  const url = webAddress(value);
  if (url?.protocol !== 'http:' || !LOOPBACK.includes(url.hostname)) return value;
  url.port = '';
  return url.href;
}

export function isRedirectUri(value: string): boolean {
  if (isPrivateUse(value)) return true;
  const url = webAddress(value);
  if (!url || !isExact(url, value) || value.includes('#')) return false;
  const { protocol, hostname, username, password } = url;
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

/** HTTPS, HTTP on this computer, or a private-use scheme, in the form in which it is compared; no credentials, no fragment. */
const redirectUri = text(500, 1).refine(isRedirectUri, { message: 'malformed' });

const details = {
  name: line(30, 1),
  /** People are sent back only to these addresses, on this computer at any port; `https://host` allows all of a host. */
  redirect_uris: z.array(redirectUri).min(1).max(10),
};
const oauthApp = z.object({
  client_id: id,
  name: z.string(),
  redirect_uris: z.array(z.string()),
  /** Without a secret: PKCE is required */
  has_secret: z.boolean(),
  create_time: seconds,
});

export const listApps = endpoint('GET', '/api/creator/list-apps', {
  access: 'creator',
  answer: list(oauthApp),
});
export const createApp = endpoint('POST', '/api/creator/create-app', {
  access: 'creator',
  body: z.object({ ...details, with_secret: z.boolean().default(true) }),
  /** The secret is shown only here; empty without one. */
  answer: oauthApp.extend({ client_secret: z.string() }),
});
export const editApp = endpoint('POST', '/api/creator/edit-app', {
  access: 'creator',
  body: z.object({ client_id: id, ...details }),
  answer: nothing,
});
/** The former secret is invalid immediately. */
export const renewAppSecret = endpoint('POST', '/api/creator/renew-app-secret', {
  access: 'creator',
  body: z.object({ client_id: id }),
  answer: z.object({ client_secret: z.string() }),
});
/** All its tokens are invalid immediately. */
export const deleteApp = endpoint('POST', '/api/creator/delete-app', {
  access: 'creator',
  body: z.object({ client_id: id }),
  answer: nothing,
});

export type OauthApp = z.infer<typeof oauthApp>;
