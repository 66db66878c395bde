import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from '#services/modules/accounts/session.ts';

/** Name of the session's cookie (docs: Conventions). */
export const SESSION_COOKIE = 'auth_token';

/** Name of the cookie by which signing in knows a browser again; it is sent to these calls only. */
export const DEVICE_COOKIE = 'known_device';
export const DEVICE_COOKIE_PATH = '/api/passport';

/** `secure` over TLS in the browser, as reported by a trusted proxy. Always in production. */
export const sessionCookie = (request: FastifyRequest, production: boolean): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: production || request.protocol === 'https',
  maxAge: SESSION_SECONDS,
});
