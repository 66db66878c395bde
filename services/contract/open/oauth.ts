import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, list, longText, nothing, seconds } from '#services/contract/fields/fields.ts';
import { OAUTH_SCOPES } from './scopes.ts';

const scope = z.enum(OAUTH_SCOPES);
const parameter = longText(2_000).default('');

/** The query of `/oauth2/authorize`. */
const authorization = z.object({
  client_id: parameter,
  /** May be encoded twice. */
  redirect_uri: parameter,
  /** `code`, or missing */
  response_type: parameter,
  /** Separated by spaces; `basic` if missing. */
  scope: parameter,
  state: parameter,
  code_challenge: parameter,
  /** `S256` */
  code_challenge_method: parameter,
});

const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'invalid_token',
  'unsupported_grant_type',
  'unsupported_response_type',
] as const;
const oauthError = z.enum(OAUTH_ERRORS);

/** The request of an application. 40400: no such application; 40000: an unregistered address. */
export const getAuthorization = endpoint('GET', '/api/oauth2/asked', {
  access: 'fan',
  query: authorization,
  answer: z.object({
    name: z.string(),
    owner: z.object({ name: z.string(), avatar: z.string() }),
    /** Where the person is sent back to. */
    host: z.string(),
    /** Without those that only a creator can give, if the person is none. */
    scopes: z.array(scope),
    /** Errors of RFC 6749, with the address to go back to; null: the person can allow. */
    refused: z.object({ error: oauthError, error_description: z.string(), redirect: z.string() }).nullable(),
  }),
});
export const allowAuthorization = endpoint('POST', '/api/oauth2/allow', {
  access: 'fan',
  body: authorization,
  /** Has the code (valid once, for 300 s) and the state. */
  answer: z.object({ redirect: z.string() }),
});

const person = {
  user_id: id,
  /** Stable per person and owner of the application; the same as in orders. */
  user_private_id: z.string(),
  name: z.string(),
  avatar: z.string(),
  scope: z.string(),
};
const tokens = { access_token: z.string(), refresh_token: z.string(), expires_in: z.number().int() };

const failed = z.object({
  ec: z.number().int(),
  em: z.string(),
  data: z.object({}),
  error: oauthError,
  error_description: z.string(),
});
export const oauthFailure = z
  .object({ ...failed.shape, error: z.enum([...OAUTH_ERRORS, 'temporarily_unavailable']) })
  .meta({ id: 'OauthFailure', description: 'An error of RFC 6749, HTTP 400, 401, 413, 429 or 503.' });
const FAILURES = [400, 401, 429, 503] as const;

const client = {
  client_id: z.string().optional().describe('Here, or with the secret as HTTP Basic authentication'),
  client_secret: z.string().optional(),
};
const inForms = { consumes: ['application/json', 'application/x-www-form-urlencoded'] };

/** JSON, form or query. `data` repeats the tokens with the person, as older clients read them. */
export const accessToken = endpoint('POST', '/api/oauth2/access_token', {
  ...inForms,
  access: 'guest',
  body: z.object({
    ...client,
    grant_type: z.string().describe('authorization_code or refresh_token'),
    code: z.string().optional(),
    redirect_uri: z.string().optional().describe('As in the authorization; its query may be missing'),
    code_verifier: z.string().optional(),
    refresh_token: z.string().optional().describe('Valid once'),
  }),
  answer: z.object({ ...person, ...tokens }),
  refusal: z.union([
    z.object({
      ec: z.literal(200),
      em: z.string(),
      data: z.object({ ...person, ...tokens }),
      ...tokens,
      token_type: z.literal('Bearer'),
      scope: z.string(),
    }),
    oauthFailure,
  ]),
  failures: FAILURES,
  summary: 'Exchanges a code, or renews tokens',
});
/** RFC 7009. Ends the person's grant; also answers 200 for an unknown token. */
export const revokeOauthToken = endpoint('POST', '/api/oauth2/revoke', {
  ...inForms,
  access: 'guest',
  body: z.object({ ...client, token: z.string() }),
  answer: nothing,
  refusal: oauthFailure,
  failures: FAILURES,
  summary: 'Ends tokens',
});
/** With an access token as `Authorization: Bearer`. */
export const oauthPerson = endpoint('GET', '/api/oauth2/userinfo', {
  access: 'guest',
  answer: z.object(person),
  refusal: z.union([
    z.object({
      ec: z.literal(200),
      em: z.string(),
      data: z.object(person),
      sub: id.describe('The same as `data.user_id`, for libraries of OpenID Connect'),
    }),
    oauthFailure,
  ]),
  failures: FAILURES,
  summary: 'The person of an access token',
});

export const listConnectedApps = endpoint('GET', '/api/my/list-connected-apps', {
  access: 'fan',
  answer: list(
    z.object({
      client_id: id,
      name: z.string(),
      owner: z.object({ name: z.string(), avatar: z.string() }),
      scopes: z.array(scope),
      create_time: seconds,
      last_used_time: seconds.nullable(),
    }),
  ),
});
/** Its tokens are invalid immediately. */
export const disconnectApp = endpoint('POST', '/api/my/disconnect-app', {
  access: 'fan',
  body: z.object({ client_id: id }),
  answer: nothing,
});

export type OauthError = z.infer<typeof oauthFailure>['error'];
