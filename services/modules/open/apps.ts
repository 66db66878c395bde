import type { Pool } from 'pg';
import { hexId, type UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { newToken, tokenHash } from '#services/modules/accounts/session.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

export interface OauthApp {
  client_id: string;
  creator_id: UserId;
  name: string;
  /** Redirect addresses, compared exactly. */
  redirect_uris: string[];
  /** Null for a program that can keep no secret. */
  secret_hash: string | null;
  created_at: Millis;
}

type Details = Pick<OauthApp, 'name' | 'redirect_uris'>;

/** Applications of creators for OAuth2. */
export function oauthApps(pool: Pool, clock: Clock) {
  const db = queriesOn(pool);
  return {
    /** The secret is shown once. `full`: the creator has the most that are allowed. */
    create: (
      creator_id: UserId,
      details: Details,
      withSecret: boolean,
    ): Promise<{ app: OauthApp; secret: string | undefined } | 'full'> =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, creator_id);
        const apps = queriesOn(client);
        const own = apps.selectFrom('accounts.oauth_apps').where('creator_id', '=', creator_id);
        if ((await own.select('client_id').execute()).length >= QUOTAS.oauth_apps) return 'full';
        const secret = withSecret ? newToken() : undefined;
        const secret_hash = secret === undefined ? null : tokenHash(secret);
        const app = { client_id: hexId(), creator_id, ...details, secret_hash, created_at: clock.now() };
        await apps.insertInto('accounts.oauth_apps').values(app).execute();
        return { app, secret };
      }),
    /** Newest first. */
    list: (creator: UserId): Promise<OauthApp[]> =>
      db
        .selectFrom('accounts.oauth_apps')
        .selectAll()
        .where('creator_id', '=', creator)
        .orderBy('created_at', 'desc')
        .execute(),
    /** False if it does not exist. */
    async edit(creator: UserId, client_id: string, details: Details): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('accounts.oauth_apps')
        .set(details)
        .where('creator_id', '=', creator)
        .where('client_id', '=', client_id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** The former secret is invalid immediately. Undefined for an application without one. */
    async renewSecret(creator: UserId, client_id: string): Promise<string | undefined> {
      const secret = newToken();
      const { numUpdatedRows } = await db
        .updateTable('accounts.oauth_apps')
        .set({ secret_hash: tokenHash(secret) })
        .where('creator_id', '=', creator)
        .where('client_id', '=', client_id)
        .where('secret_hash', 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? secret : undefined;
    },
    /** Its tokens are invalid immediately. False if it does not exist. */
    async remove(creator: UserId, client_id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('accounts.oauth_apps')
        .where('creator_id', '=', creator)
        .where('client_id', '=', client_id)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    /** None of a banned creator. */
    find: (client_id: string): Promise<OauthApp | undefined> =>
      db
        .selectFrom('accounts.oauth_apps')
        .innerJoin('accounts.users', 'accounts.users.id', 'creator_id')
        .selectAll('accounts.oauth_apps')
        .where('client_id', '=', client_id)
        .where('accounts.users.status', '<>', USER_STATUS.banned)
        .executeTakeFirst(),
  };
}

export type OauthApps = ReturnType<typeof oauthApps>;
