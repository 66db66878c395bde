import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, list, newestPages, nothing, seconds } from '#services/contract/fields/fields.ts';

/** A signed-in device of the caller. */
const session = z.object({
  session_id: id,
  /** The session of the request */
  current: z.boolean(),
  /** Of the browser, nothing else is stored */
  browser: z.enum(['wechat', 'qq', 'uc', 'edge', 'opera', 'firefox', 'chrome', 'safari', 'other']),
  /** `Windows`, `iPhone` …; empty if unknown */
  system: z.string(),
  create_time: seconds,
  /** The last use, exact to an hour */
  seen_time: seconds,
});
/** The current one first, then by their last use. */
export const listSessions = endpoint('GET', '/api/account/sessions', {
  access: 'fan',
  query: z.object(newestPages),
  answer: list(session),
});
export const revokeSession = endpoint('POST', '/api/account/revoke-session', {
  access: 'fan',
  body: z.object({ session_id: id }),
  answer: nothing,
});
export const revokeOtherSessions = endpoint('POST', '/api/account/revoke-other-sessions', {
  access: 'fan',
  answer: nothing,
});
/** Also the current one. */
export const revokeSessions = endpoint('POST', '/api/account/revoke-sessions', {
  access: 'fan',
  answer: nothing,
});

export type Session = z.infer<typeof session>;
