import { hash } from 'node:crypto';
import { fastifyJwt, type JWT } from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import type { OpenedSession } from '#services/accounts/session.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { SigningKey } from '#services/runtime/signing-key.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sessionTokens: SessionTokens;
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    /** Ids of keys. */
    namespaces: string;
    user: Claims | null;
  }
}

/** `auth_token`: a JWT that is verified without the database. The session that it names can still be revoked. */
export interface SessionTokens {
  issue(session: OpenedSession): string;
  /** The id of the session that a token names; undefined unless the token is ours and has not expired. */
  read(token: string): string | undefined;
}

interface Claims {
  sub: string;
  sid: string;
  iat: number;
  exp: number;
  aud: string;
}

/** Distinguishes a session's token from other tokens signed with the same keys. */
const AUDIENCE = 'session';
/** Tokens per process that are not verified again each time. */
const VERIFIED = 20_000;

/** The same in every process that has the key. */
export const keyIdOf = ({ x }: SigningKey): string => hash('sha256', x, 'base64url').slice(0, 16);

interface TokenOptions {
  /** New tokens are signed by the first; tokens of the others are accepted until they expire. */
  sessionKeys: readonly SigningKey[];
  clock: Clock;
}

/** Adds `app.sessionTokens`. */
export async function signSessions(
  app: FastifyInstance,
  { sessionKeys, clock }: TokenOptions,
): Promise<SessionTokens> {
  for (const key of sessionKeys) {
    const kid = keyIdOf(key);
    await app.register(fastifyJwt, {
      namespace: kid,
      secret: {
        private: key.private.export({ format: 'pem', type: 'pkcs8' }).toString(),
        public: key.pem,
      },
      decode: { complete: true },
      sign: { algorithm: 'EdDSA', aud: AUDIENCE, kid },
      verify: {
        algorithms: ['EdDSA'],
        allowedAud: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'iat', 'exp', 'aud'],
        cache: VERIFIED,
        // Here and not there, because the sandbox moves the clock.
        ignoreExpiration: true,
      },
    });
  }
  const keys = new Map<string, JWT>(Object.entries(app.jwt));
  const newest = sessionKeys[0] && keys.get(keyIdOf(sessionKeys[0]));
  if (!newest) throw new Error('there is no key to sign sessions with');

  const tokens: SessionTokens = {
    issue: ({ sid, user_id, opened_at, expires_at }) =>
      newest.sign({
        sub: user_id,
        sid,
        iat: Math.floor(opened_at / 1000),
        exp: Math.floor(expires_at / 1000),
      }),
    read(token) {
      try {
        const kid = newest.decode<{ header: { kid?: string } }>(token)?.header.kid ?? '';
        const claims = keys.get(kid)?.verify<Claims>(token);
        if (!claims || typeof claims.sid !== 'string' || claims.exp * 1000 <= clock.now()) return undefined;
        return claims.sid;
      } catch {
        return undefined;
      }
    },
  };
  app.decorate('sessionTokens', tokens);
  return tokens;
}
