import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { hexId, type UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { isOpen } from '#services/modules/accounts/end-access.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { open, seal } from '#services/runtime/seal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** Revoked tokens that are remembered, so that a call with one of them gets its own error. */
const REMEMBERED = 20;

export interface OpenToken {
  token_id: string;
  name: string;
  scopes: readonly string[];
  created_at: Millis;
  last_used_at: Millis | null;
}

/** A token with its secret, for the signature of a call. */
interface SecretToken {
  token_id: string;
  scopes: readonly string[];
  secret: string;
  revoked: boolean;
}

const COLUMNS = ['token_id', 'name', 'scopes', 'created_at', 'last_used_at'] as const;

/** Tokens with which a creator's programs call the open API. @param key seals the secrets */
export function openTokens(pool: Pool, key: KeyRing, clock: Clock) {
  const db = queriesOn(pool);
  const live = (on = db) => on.selectFrom('accounts.open_tokens').where('revoked_at', 'is', null);
  return {
    /**
     * The secret is shown once. `full`: the creator has the most that are allowed; `ended`: the session that makes it
     * has ended meanwhile.
     */
    create: (
      creator_id: UserId,
      name: string,
      scopes: readonly string[],
      sid?: string,
    ): Promise<(OpenToken & { secret: string }) | 'full' | 'ended'> =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, creator_id);
        if (sid !== undefined && !(await isOpen(client, sid))) return 'ended';
        const own = queriesOn(client);
        const held = await live(own).select('token_id').where('creator_id', '=', creator_id).execute();
        if (held.length >= QUOTAS.open_tokens) return 'full';
        const secret = randomBytes(32).toString('base64url');
        const token_id = hexId();
        const made = { token_id, name, scopes: [...scopes], created_at: clock.now(), last_used_at: null };
        const sealed = seal(key, Buffer.from(secret), token_id);
        await own
          .insertInto('accounts.open_tokens')
          .values({ ...made, creator_id, sealed })
          .execute();
        return { ...made, secret };
      }),
    /** Without revoked ones, newest first. */
    list: (creator: UserId): Promise<OpenToken[]> =>
      live().select(COLUMNS).where('creator_id', '=', creator).orderBy('created_at', 'desc').execute(),
    /** Valid from the next call on. False if it does not exist. */
    revoke: (creator: UserId, token_id: string): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, creator);
        const { numUpdatedRows } = await queriesOn(client)
          .updateTable('accounts.open_tokens')
          .set({ revoked_at: clock.now() })
          .where('creator_id', '=', creator)
          .where('token_id', '=', token_id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst();
        const old = queriesOn(client)
          .selectFrom('accounts.open_tokens')
          .select('token_id')
          .where('creator_id', '=', creator)
          .where('revoked_at', 'is not', null)
          .orderBy('revoked_at', 'desc')
          .offset(REMEMBERED);
        await queriesOn(client).deleteFrom('accounts.open_tokens').where('token_id', 'in', old).execute();
        return numUpdatedRows === 1n;
      }),
    /** Also revoked ones; none of a banned creator. */
    async secretsOf(creator: UserId): Promise<SecretToken[]> {
      const rows = await db
        .selectFrom('accounts.open_tokens')
        .innerJoin('accounts.users', 'accounts.users.id', 'creator_id')
        .select(['token_id', 'scopes', 'sealed', 'revoked_at'])
        .where('creator_id', '=', creator)
        .where('accounts.users.status', '<>', USER_STATUS.banned)
        .execute();
      return rows.map(({ token_id, scopes, sealed, revoked_at }) => ({
        token_id,
        scopes,
        secret: open(key, sealed, token_id).toString(),
        revoked: revoked_at !== null,
      }));
    },
  };
}

export type OpenTokens = ReturnType<typeof openTokens>;
