import { hash } from 'node:crypto';
import { fastifyJwt, type JWT } from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { OpenedSession } from '#services/modules/accounts/session.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { SigningKey } from '#services/runtime/signing-key.ts';
import { atMost } from '#services/runtime/weight.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sessionTokens: SignedTokens;
    /** Access tokens of OAuth2. */
    accessTokens: SignedTokens;
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    /** Ids of keys. */
    namespaces: string;
    user: Claims | null;
  }
}

/** JWTs that are verified without the database. The session or grant that one names can still be revoked. */
export interface SignedTokens {
  issue(opened: OpenedSession): string;
  /** The `sid` that a token names; undefined unless the token is ours and has not expired. */
  read(token: string): string | undefined;
}

interface Claims {
  sub: string;
  sid: string;
  iat: number;
  exp: number;
  aud: string;
}

/** `aud`: the purpose of a token. */
type Audience = 'session' | 'oauth2';
/** Tokens per process that are not verified again each time. */
const VERIFIED = 20_000;

/** The same in every process that has the key. */
export const keyIdOf = ({ x }: SigningKey): string => hash('sha256', x, 'base64url').slice(0, 16);

interface TokenOptions {
  /** New tokens are signed by the first; tokens of the others are accepted until they expire. */
  sessionKeys: readonly SigningKey[];
  clock: Clock;
}

/** Adds `app.sessionTokens` and `app.accessTokens`. @returns the first */
export async function signTokens(
  app: FastifyInstance,
  { sessionKeys, clock }: TokenOptions,
): Promise<SignedTokens> {
  for (const key of sessionKeys) {
    const kid = keyIdOf(key);
    await app.register(fastifyJwt, {
      namespace: kid,
      secret: {
        private: key.private.export({ format: 'pem', type: 'pkcs8' }).toString(),
        public: key.pem,
      },
      decode: { complete: true },
      sign: { algorithm: 'EdDSA', kid },
      verify: {
        algorithms: ['EdDSA'],
        requiredClaims: ['sub', 'sid', 'iat', 'exp', 'aud'],
        // Here and not there, because the sandbox moves the clock.
        ignoreExpiration: true,
      },
    });
  }
  const keys = new Map<string, JWT>(Object.entries(app.jwt));
  const newest = sessionKeys[0] && keys.get(keyIdOf(sessionKeys[0]));
  if (!newest) throw new Error('there is no key to sign sessions with');

  const verified = new LRUCache<string, Claims>(atMost(VERIFIED));
  /** Throws for a token that is not ours. */
  function claimsOf(token: string): Claims | undefined {
    const known = verified.get(token);
    if (known) return known;
    const kid = newest?.decode<{ header: { kid?: string } }>(token)?.header.kid ?? '';
    const claims = keys.get(kid)?.verify<Claims>(token);
    if (claims) verified.set(token, claims);
    return claims;
  }

  const tokensFor = (aud: Audience): SignedTokens => ({
    issue: ({ sid, user_id, opened_at, expires_at }) =>
      newest.sign({
        sub: user_id,
        sid,
        aud,
        iat: Math.floor(opened_at / 1000),
        exp: Math.floor(expires_at / 1000),
      }),
    read(token) {
      try {
        const claims = claimsOf(token);
        if (!claims || claims.aud !== aud || typeof claims.sid !== 'string') return undefined;
        return claims.exp * 1000 > clock.now() ? claims.sid : undefined;
      } catch {
        return undefined;
      }
    },
  });
  const sessionTokens = tokensFor('session');
  app.decorate('sessionTokens', sessionTokens);
  app.decorate('accessTokens', tokensFor('oauth2'));
  return sessionTokens;
}
