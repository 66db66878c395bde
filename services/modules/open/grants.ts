import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { hexId, type UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { isOpen } from '#services/modules/accounts/end-access.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { newToken, tokenHash } from '#services/modules/accounts/session.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

const CODE_SECONDS = 300;
export const ACCESS_SECONDS = 3_600;
/** From each renewal. */
const REFRESH_MS = 90 * DAY_MS;
/** Of one person and application: the oldest end. */
const MAX_GRANTS = 20;
/** Used refresh tokens that are remembered, of each grant. */
const REMEMBERED = 20;

interface Grant {
  grant_id: string;
  client_id: string;
  user_id: UserId;
  /** Owner of the application. */
  owner: UserId;
  scopes: string[];
}

export interface GrantedTokens extends Grant {
  /** The `sid` of the signed token that the application gets. */
  access_token: string;
  refresh_token: string;
}

interface GrantRequest {
  client_id: string;
  user_id: UserId;
  scopes: string[];
  redirect_uri: string;
  /** Of PKCE, S256. */
  challenge: string | null;
}

interface Exchange {
  client_id: string;
  /** Valid also without its query. */
  redirect_uri: string;
  /** Empty if there is none. */
  verifier: string;
}

/** An application that a person uses. */
interface Connected {
  client_id: string;
  scopes: string[];
  first_at: Millis;
  last_used_at: Millis | null;
}

const grantOf = (token: string): string => token.split('.', 1)[0] ?? '';
const pathOf = (uri: string): string => uri.split('?', 1)[0] ?? '';

const LIVE = `g.client_id = a.client_id AND u.id = g.user_id AND o.id = a.creator_id
   AND u.status <> ${USER_STATUS.banned} AND o.status <> ${USER_STATUS.banned}`;
const TABLES = 'accounts.oauth_apps a, accounts.users u, accounts.users o';
const COLUMNS = 'g.grant_id, g.client_id, g.user_id, g.scopes, a.creator_id AS owner';

/** Gives new tokens, if the code or refresh token is still unused. */
const renewal = (name: string, condition: string) => ({
  name,
  text: `UPDATE accounts.oauth_grants g
            SET code_used = true, access_hash = $3, access_expires_at = $4, refresh_hash = $5, expires_at = $6,
                last_used_at = $7,
                used_hashes = (array_remove(array_prepend(refresh_hash, used_hashes), NULL))[1:${REMEMBERED}]
           FROM ${TABLES}
          WHERE ${LIVE} AND g.grant_id = $1 AND ${condition}
         RETURNING ${COLUMNS}`,
});
const BY_CODE = renewal('oauth-exchange', 'g.code_hash = $2 AND NOT g.code_used');
const BY_REFRESH = renewal('oauth-refresh', 'g.refresh_hash = $2');

/** Authorizations of applications, and their tokens. A token names its grant in front of its random part. */
export function oauthGrants(pool: Pool, clock: Clock) {
  const db = queriesOn(pool);

  const rowOf = (token: string, client_id: string) =>
    db
      .selectFrom('accounts.oauth_grants')
      .selectAll()
      .where('grant_id', '=', grantOf(token))
      .where('client_id', '=', client_id)
      .executeTakeFirst();
  const end = (grant_id: string) =>
    db.deleteFrom('accounts.oauth_grants').where('grant_id', '=', grant_id).execute();

  async function renew(token: string, by: typeof BY_CODE): Promise<GrantedTokens | undefined> {
    const grant_id = grantOf(token);
    const access_token = `${grant_id}.${newToken()}`;
    const refresh_token = `${grant_id}.${newToken()}`;
    const now = clock.now();
    const { rows } = await pool.query<Grant>({
      ...by,
      values: [
        grant_id,
        tokenHash(token),
        tokenHash(access_token),
        now + ACCESS_SECONDS * 1000,
        tokenHash(refresh_token),
        now + REFRESH_MS,
        now,
      ],
    });
    return rows[0] && { ...rows[0], access_token, refresh_token };
  }

  return {
    /** @returns the code: valid once, for 300 s. Undefined when the session that allows it has ended meanwhile. */
    async allow(request: GrantRequest, sid?: string): Promise<string | undefined> {
      const grant_id = hexId();
      const code = `${grant_id}.${newToken()}`;
      const created_at = clock.now();
      const expires_at = created_at + CODE_SECONDS * 1000;
      const isMade = await inTransaction(pool, async (client) => {
        await lockPerson(client, request.user_id);
        if (sid !== undefined && !(await isOpen(client, sid))) return false;
        await queriesOn(client)
          .insertInto('accounts.oauth_grants')
          .values({ grant_id, ...request, code_hash: tokenHash(code), created_at, expires_at })
          .execute();
        return true;
      });
      if (!isMade) return undefined;
      const oldest = db
        .selectFrom('accounts.oauth_grants')
        .select('grant_id')
        .where('user_id', '=', request.user_id)
        .where('client_id', '=', request.client_id)
        .orderBy('created_at', 'desc')
        .orderBy('grant_id')
        .offset(MAX_GRANTS);
      await db.deleteFrom('accounts.oauth_grants').where('grant_id', 'in', oldest).execute();
      return code;
    },
    /** Undefined for a wrong, expired or used code; a second use also ends the tokens of the first. */
    async exchange(
      code: string,
      { client_id, redirect_uri, verifier }: Exchange,
    ): Promise<GrantedTokens | undefined> {
      const grant = await rowOf(code, client_id);
      if (grant?.code_hash !== tokenHash(code)) return undefined;
      if (![grant.redirect_uri, pathOf(grant.redirect_uri)].includes(redirect_uri)) return undefined;
      const challenge = verifier === '' ? null : hash('sha256', verifier, 'base64url');
      if (challenge !== grant.challenge) return undefined;
      if (grant.created_at + CODE_SECONDS * 1000 <= clock.now() && !grant.code_used) return undefined;
      const tokens = await renew(code, BY_CODE);
      if (tokens === undefined) await end(grant.grant_id);
      return tokens;
    },
    /** Both tokens are replaced. A used refresh token ends the grant. */
    async refresh(token: string, client_id: string): Promise<GrantedTokens | undefined> {
      const grant = await rowOf(token, client_id);
      if (grant === undefined || grant.expires_at <= clock.now()) return undefined;
      const digest = tokenHash(token);
      if (digest !== grant.refresh_hash && !grant.used_hashes.includes(digest)) return undefined;
      const tokens = await renew(token, BY_REFRESH);
      if (tokens === undefined) await end(grant.grant_id);
      return tokens;
    },
    /** By an access or refresh token of the application. */
    async revoke(token: string, client_id: string): Promise<void> {
      const grant = await rowOf(token, client_id);
      const digest = tokenHash(token);
      if (grant && [grant.access_hash, grant.refresh_hash].includes(digest)) await end(grant.grant_id);
    },
    /** The grant of a valid access token. */
    async find(token: string): Promise<Grant | undefined> {
      const { rows } = await pool.query<Grant>({
        name: 'oauth-find',
        text: `SELECT ${COLUMNS} FROM accounts.oauth_grants g, ${TABLES}
                WHERE ${LIVE} AND g.grant_id = $1 AND g.access_hash = $2 AND g.access_expires_at > $3`,
        values: [grantOf(token), tokenHash(token), clock.now()],
      });
      return rows[0];
    },
    /** The newest first. */
    async connected(user: UserId): Promise<Connected[]> {
      const { rows } = await pool.query<Connected>({
        name: 'oauth-connected',
        text: `SELECT client_id, array_agg(DISTINCT scope) AS scopes, min(created_at)::float8 AS first_at,
                      max(last_used_at)::float8 AS last_used_at
                 FROM accounts.oauth_grants, unnest(scopes) AS scope
                WHERE user_id = $1 AND code_used AND expires_at > $2
                GROUP BY client_id ORDER BY max(created_at) DESC`,
        values: [user, clock.now()],
      });
      return rows;
    },
    /** Ends all grants to the application. False if there is none. */
    async disconnect(user: UserId, client_id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('accounts.oauth_grants')
        .where('user_id', '=', user)
        .where('client_id', '=', client_id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
