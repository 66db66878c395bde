import { createHash } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  accessToken,
  type OauthError,
  oauthPerson,
  revokeOauthToken,
} from '#services/contract/open/oauth.ts';
import { OAUTH_SCOPES } from '#services/contract/open/scopes.ts';
import type { AttemptLimit } from '#services/modules/accounts/attempts.ts';
import { tokenHash } from '#services/modules/accounts/session.ts';
import type { OauthApp } from '#services/modules/open/apps.ts';
import { ACCESS_SECONDS, type GrantedTokens } from '#services/modules/open/grants.ts';
import { ok } from '../../http/answer.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { drainBody } from '../../http/drain-body.ts';
import { failureOf } from '../../http/errors.ts';
import { guessesByAddress, tooManyCalls } from '../../http/rate-limits.ts';
import { publicPicture } from '../../http/uploads/public-picture.ts';
import { privateId } from '../private-id.ts';
import { fieldsOf } from '../signed-call.ts';

const MINUTE_MS = 60_000;
/** Bytes of a call's body. */
const CALL_LIMIT = 16_384;
/** Of one application, or of one address through an application without a secret. */
const CALLS: AttemptLimit = { most: 600, windowMs: MINUTE_MS, perDay: 200_000 };
const FIELDS = [
  'client_id',
  'client_secret',
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'token',
] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

class Failed extends Error {
  readonly error: OauthError;
  constructor(error: OauthError, description: string) {
    super(description);
    this.error = error;
  }
}

const STATUS: Partial<Record<OauthError, number>> = { invalid_client: 401, invalid_token: 401 };
const BAD_INPUT = 40000;
const TOO_MANY = 42900;
const OVERLOADED = 50300;

function sendFailure(reply: FastifyReply, status: number, ec: number, error: OauthError, text: string) {
  if (status === 401) {
    const scheme = error === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Basic realm="oauth2"';
    void reply.header('www-authenticate', scheme);
  }
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ec, em: text, data: {}, error, error_description: text }));
}

/** A part of HTTP Basic, encoded as in a form (RFC 6749, 2.3.1); as it is when it does not decode. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** `client_secret_basic`. */
function basicAuth({ headers: { authorization = '' } }: FastifyRequest) {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return {};
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':', 2).map(formDecoded);
  return { client_id: id, client_secret: secret };
}

/** RFC 8414. @param publicUrl of the installation */
const metadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/oauth2/authorize`,
  token_endpoint: publicUrl + accessToken.path,
  revocation_endpoint: publicUrl + revokeOauthToken.path,
  userinfo_endpoint: publicUrl + oauthPerson.path,
  service_documentation: `${publicUrl}/api/docs`,
  scopes_supported: OAUTH_SCOPES.filter((scope) => scope !== 'messages'),
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  code_challenge_methods_supported: ['S256'],
});

/** The calls of applications: tokens for codes, renewal, revocation, and the person of a token. */
export const oauthTokenRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'open');
  const guesses = guessesByAddress(app);
  const { oauthApps, oauthGrants, attempts } = deps.accounts;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: CALL_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  // The schemas describe: errors have the names of RFC 6749.
  app.setValidatorCompiler(() => (value: unknown) => ({ value }));
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (error instanceof Failed) {
      return sendFailure(reply, STATUS[error.error] ?? 400, BAD_INPUT, error.error, error.message);
    }
    const { status } = failureOf(error, request);
    if (status === 413) await drainBody(request.raw);
    if (status === 500) request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
    if (status === 429)
      return sendFailure(reply, 429, TOO_MANY, 'temporarily_unavailable', 'too many requests');
    if (status < 500) return sendFailure(reply, 400, BAD_INPUT, 'invalid_request', 'malformed request');
    return sendFailure(reply, 503, OVERLOADED, 'temporarily_unavailable', 'try again later');
  });
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });

  /** The application that sends the fields, with its secret if it has one. Wrong ones count as guesses. */
  async function clientOf(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ client: OauthApp; fields: Fields }> {
    const fields = { ...fieldsOf(FIELDS, request), ...basicAuth(request) };
    // PostgreSQL cannot store it.
    if (Object.values(fields).some((field) => field.includes('\0'))) {
      throw new Failed('invalid_request', 'malformed request');
    }
    const guess = await guesses(request).reserve(1);
    if (guess.wait > 0) throw tooManyCalls(reply, guess.wait);
    const client = await oauthApps.find(fields.client_id);
    const expected = client?.secret_hash ?? null;
    const secretHash = fields.client_secret === '' ? null : tokenHash(fields.client_secret);
    if (client === undefined || secretHash !== expected) {
      throw new Failed('invalid_client', 'client_id or client_secret is not valid');
    }
    await guess.giveBack();
    if (deps.config.rateLimits) {
      // Everybody knows the id of a program without a secret: strangers must not use up its calls.
      const caller = expected === null ? ` ${request.address}` : '';
      const subject = createHash('sha256').update(`oauth app ${client.client_id}${caller}`).digest();
      const { wait } = await attempts.reserve(subject, CALLS);
      if (wait > 0) throw tooManyCalls(reply, wait);
    }
    return { client, fields };
  }

  const renewed = (fields: Fields, { client_id }: OauthApp): Promise<GrantedTokens | undefined> => {
    const { grant_type, code, redirect_uri, code_verifier: verifier, refresh_token } = fields;
    switch (grant_type) {
      case 'authorization_code':
        if (code === '') throw new Failed('invalid_request', 'code is missing');
        return oauthGrants.exchange(code, { client_id, redirect_uri, verifier });
      case 'refresh_token':
        if (refresh_token === '') throw new Failed('invalid_request', 'refresh_token is missing');
        return oauthGrants.refresh(refresh_token, client_id);
      case '':
        throw new Failed('invalid_request', 'grant_type is missing');
      default:
        throw new Failed('unsupported_grant_type', 'authorization_code and refresh_token are supported');
    }
  };

  async function personOf({ user_id, owner, scopes }: Pick<GrantedTokens, 'user_id' | 'owner' | 'scopes'>) {
    const { name = '', avatar = '' } = (await deps.directory.usersByIds([user_id])).get(user_id) ?? {};
    const user_private_id = privateId({ deps, creator: owner }, user_id);
    const picture = publicPicture(deps.config, avatar, 'person');
    return { user_id, user_private_id, name, avatar: picture, scope: scopes.join(' ') };
  }

  on(accessToken, async ({ request, reply }) => {
    const { client, fields } = await clientOf(request, reply);
    const grant = await renewed(fields, client);
    if (grant === undefined) throw new Failed('invalid_grant', 'wrong, expired or already used');
    const { user_id, refresh_token } = grant;
    const opened_at = deps.clock.now();
    const expires_at = opened_at + ACCESS_SECONDS * 1000;
    const access_token = app.accessTokens.issue({ sid: grant.access_token, user_id, opened_at, expires_at });
    const person = await personOf(grant);
    const tokens = { access_token, refresh_token, expires_in: ACCESS_SECONDS };
    const data = { ...person, ...tokens };
    return reply.send({ ...ok(data), ...tokens, token_type: 'Bearer', scope: person.scope });
  });

  on(revokeOauthToken, async ({ request, reply }) => {
    const { client, fields } = await clientOf(request, reply);
    if (fields.token === '') throw new Failed('invalid_request', 'token is missing');
    await oauthGrants.revoke(app.accessTokens.read(fields.token) ?? fields.token, client.client_id);
    return {};
  });

  on(oauthPerson, async ({ headers: { authorization = '' }, reply }) => {
    const sid = app.accessTokens.read(authorization.replace(/^Bearer /i, ''));
    const grant = sid && (await oauthGrants.find(sid));
    if (!grant) throw new Failed('invalid_token', 'the access token is not valid');
    const person = await personOf(grant);
    return reply.send({ ...ok(person), sub: person.user_id });
  });

  const described = { config: { access: 'guest' }, schema: { hide: true } } as const;
  app.get('/.well-known/oauth-authorization-server', described, () => metadata(deps.config.publicUrl));
};
