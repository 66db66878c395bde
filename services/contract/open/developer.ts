import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, line, list, nothing, paged, seconds } from '#services/contract/fields/fields.ts';
import { OPEN_CALLS, OPEN_SCOPES, READING_SCOPES } from './scopes.ts';

const scope = z.enum(OPEN_SCOPES);

const openToken = z.object({
  token_id: id,
  name: z.string(),
  scopes: z.array(scope),
  create_time: seconds,
  /** null: not used yet */
  last_used_time: seconds.nullable(),
});

export const listOpenTokens = endpoint('GET', '/api/creator/list-open-tokens', {
  access: 'creator',
  answer: list(openToken).extend({
    /** Under which programs reach the installation, as `https://fanwatt.example` */
    public_url: z.string(),
  }),
});
export const createOpenToken = endpoint('POST', '/api/creator/create-open-token', {
  access: 'creator',
  body: z.object({
    name: line(30).default(''),
    scopes: z.array(scope).min(1).max(OPEN_SCOPES.length).default(READING_SCOPES),
  }),
  /** The token is shown only here */
  answer: openToken.extend({ token: z.string() }),
});
export const revokeOpenToken = endpoint('POST', '/api/creator/revoke-open-token', {
  access: 'creator',
  body: z.object({ token_id: id }),
  answer: nothing,
});

/** Calls of the last 30 days with a valid signature, newest first; at least the last 1,000. */
export const listOpenCalls = endpoint('GET', '/api/creator/list-open-calls', {
  access: 'creator',
  query: paged({}),
  answer: list(
    z.object({
      call_id: z.number().int(),
      token_id: id,
      /** Empty if the token no longer exists */
      token_name: z.string(),
      name: z.string(),
      /** Without texts: those of replies and messages are not stored */
      params: z.string(),
      ec: z.number().int(),
      bytes: z.number().int(),
      ms: z.number().int(),
      time: seconds,
    }),
  ),
});

const callNames = Object.keys(OPEN_CALLS) as [keyof typeof OPEN_CALLS, ...(keyof typeof OPEN_CALLS)[]];
/** A call signed by the server with one of the creator's tokens. */
export const tryOpenCall = endpoint('POST', '/api/creator/try-open-call', {
  access: 'creator',
  body: z.object({ token_id: id, name: z.enum(callNames), params: z.string().max(10_000) }),
  answer: z.object({
    request: z.object({ user_id: id, params: z.string(), ts: z.number().int(), sign: z.string() }),
    answer: z.looseObject({ ec: z.number().int(), em: z.string() }),
  }),
});

export type OpenToken = z.infer<typeof openToken>;
