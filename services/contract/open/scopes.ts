/** Scopes of a token. `replies` reads lines that buyers pay for; the last two change something. */
export const OPEN_SCOPES = [
  'orders',
  'sponsors',
  'plans',
  'posts',
  'replies',
  'edit-replies',
  'messages',
] as const;
export type OpenScope = (typeof OPEN_SCOPES)[number];
/** Of a token for which nothing else is chosen. */
export const READING_SCOPES: OpenScope[] = ['orders', 'sponsors', 'plans', 'posts', 'replies'];

/** The calls of the open API, and the scope that each needs; a ping needs none. */
export const OPEN_CALLS = {
  ping: null,
  'query-order': 'orders',
  'query-sponsor': 'sponsors',
  'query-plan': 'plans',
  'query-plans': 'plans',
  'query-posts': 'posts',
  'query-random-reply': 'replies',
  'update-plan-reply': 'edit-replies',
  'send-msg': 'messages',
} as const satisfies Readonly<Record<string, OpenScope | null>>;
export type OpenCallName = keyof typeof OPEN_CALLS;

/** Scopes that an application requests. `basic`: name and picture; the rest is for creators. */
export const OAUTH_SCOPES = ['basic', ...OPEN_SCOPES] as const;
export type OauthScope = (typeof OAUTH_SCOPES)[number];
