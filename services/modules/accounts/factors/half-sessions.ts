import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { newToken, tokenHash } from '../session.ts';

const HALF_MS = 600_000;

/** Sign-ins that wait ten minutes for the second factor. Their tokens open nothing else, and one session. */
export function openHalfSessions(pool: Pool, clock: Clock) {
  const live = () =>
    queriesOn(pool).selectFrom('accounts.half_sessions').where('expires_at', '>', clock.now());
  return {
    async open(user: UserId, client: PoolClient): Promise<string> {
      const token = newToken();
      const half = { token_hash: tokenHash(token), user_id: user, expires_at: clock.now() + HALF_MS };
      await queriesOn(client).insertInto('accounts.half_sessions').values(half).execute();
      return token;
    },
    async userOf(token: string): Promise<UserId | undefined> {
      const row = await live()
        .select('user_id')
        .where('token_hash', '=', tokenHash(token))
        .executeTakeFirst();
      return row?.user_id;
    },
    /** False if it was used or ended meanwhile. */
    async use(token: string, client: PoolClient): Promise<boolean> {
      const halves = queriesOn(client).deleteFrom('accounts.half_sessions');
      const used = await halves.where('token_hash', '=', tokenHash(token)).executeTakeFirst();
      return used.numDeletedRows === 1n;
    },
    async endAll(user: UserId): Promise<void> {
      await queriesOn(pool).deleteFrom('accounts.half_sessions').where('user_id', '=', user).execute();
    },
  };
}

export type HalfSessions = ReturnType<typeof openHalfSessions>;
