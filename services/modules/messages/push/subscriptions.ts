import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { open, seal } from '#services/runtime/seal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { BrowserKeys } from './web-push.ts';

/** Browsers of one person; a further one takes the place of the oldest. */
const MOST = 10;
const CONTEXT = 'push subscription';

/** A browser that shows pushed notices. */
export interface Subscription extends BrowserKeys {
  endpoint: string;
}

interface StoredSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

/**
 * Browsers to which notices are pushed, each with the session of its person: it ends with the session.
 * @param key seals addresses, which let anybody send to the browser who also has the installation's key
 */
export function openSubscriptions(pool: Pool, key: KeyRing, clock: Clock) {
  const db = queriesOn(pool);
  return {
    /** Of this session from now on, whoever's it was before. Again changes nothing. */
    add: (user_id: UserId, sid: string, { endpoint, p256dh, auth }: Subscription): Promise<void> =>
      inTransaction(pool, async (client) => {
        const stored: StoredSubscription = {
          endpoint,
          p256dh: p256dh.toString('base64url'),
          auth: auth.toString('base64url'),
        };
        const sealed = seal(key, Buffer.from(JSON.stringify(stored)), CONTEXT);
        // A session that was signed out meanwhile has none.
        await client.query(
          `INSERT INTO accounts.push_subscriptions (endpoint_hash, user_id, sid, sealed, created_at)
           SELECT $1, user_id, sid, $4, $5 FROM accounts.sessions WHERE sid = $3 AND user_id = $2 FOR SHARE
           ON CONFLICT (endpoint_hash) DO UPDATE
             SET user_id = excluded.user_id, sid = excluded.sid, sealed = excluded.sealed, created_at = excluded.created_at`,
          [hashOf(endpoint), user_id, sid, sealed, clock.now()],
        );
        await client.query(
          `DELETE FROM accounts.push_subscriptions WHERE user_id = $1 AND endpoint_hash NOT IN (
             SELECT endpoint_hash FROM accounts.push_subscriptions
              WHERE user_id = $1 ORDER BY created_at DESC, endpoint_hash LIMIT ${MOST})`,
          [user_id],
        );
      }),
    /** The browser of this session gets no more notices. Again changes nothing. */
    async remove(sid: string): Promise<void> {
      await db.deleteFrom('accounts.push_subscriptions').where('sid', '=', sid).execute();
    },
    async isOn(sid: string): Promise<boolean> {
      const rows = db.selectFrom('accounts.push_subscriptions').where('sid', '=', sid);
      return (await rows.select('sid').executeTakeFirst()) !== undefined;
    },
    async of(user_id: UserId): Promise<Subscription[]> {
      const rows = await db
        .selectFrom('accounts.push_subscriptions')
        .where('user_id', '=', user_id)
        .select('sealed')
        .execute();
      return rows.map(({ sealed }) => {
        // Written by `add`.
        const stored = JSON.parse(open(key, sealed, CONTEXT).toString('utf8')) as StoredSubscription;
        const { endpoint, p256dh, auth } = stored;
        return {
          endpoint,
          p256dh: Buffer.from(p256dh, 'base64url'),
          auth: Buffer.from(auth, 'base64url'),
        };
      });
    },
    /** Its push service does not know it any more. */
    async forget(endpoint: string): Promise<void> {
      await db
        .deleteFrom('accounts.push_subscriptions')
        .where('endpoint_hash', '=', hashOf(endpoint))
        .execute();
    },
  };
}

export type Subscriptions = ReturnType<typeof openSubscriptions>;
