import type { CookieSerializeOptions } from '@fastify/cookie';
import { SESSION_SECONDS } from '#services/accounts/session.ts';

/** Name of the session's cookie (docs: Conventions). */
export const SESSION_COOKIE = 'auth_token';

export const sessionCookie = (secure: boolean): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure,
  maxAge: SESSION_SECONDS,
});
