import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { isCurrent, type Listener } from '#services/runtime/listener.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { atMost } from '#services/runtime/weight.ts';
import { type Browser, deviceKind } from './device-kind.ts';
import { hasFactor } from './factors/factor-kinds.ts';
import { lockPerson } from './person-lock.ts';
import { isStaffRole } from './roles.ts';
import {
  type LiveSession,
  newToken,
  type OpenedSession,
  SESSION_SECONDS,
  STAFF_SESSION_MS,
} from './session.ts';

/** Payload: a session's id. */
const REVOKED = 'session_revoked';
/** Payload: a user's id. Roles, being a creator, the name or the sessions of that user changed. */
export const ACCOUNT_CHANGED = 'account_changed';
/** Rows have followed a decision of staff: pages that read them after its event are read again. */
export const STAFF_ROWS_CHANGED = 'staff_rows_changed';
/** Notifies of a decision of staff about user `$1`. */
export const NOTIFY_STAFF_CHANGE = `SELECT pg_notify('${ACCOUNT_CHANGED}', $1), pg_notify('${STAFF_ROWS_CHANGED}', '')`;

/** The last use of a session is exact to this. */
const LAST_USE_MS = 3_600_000;

/** Held in memory per process; the rest is read again. */
const CACHED = 20_000;
/** Even without news a session is looked at again after this. */
const CACHE_MS = 60_000;

interface SessionRow {
  user_id: string;
  expires_at: number | string;
  seen_at: number | string;
  proved_at: number | string;
  confirmed_at: number | string;
  roles: string[];
  is_creator: boolean;
  has_factor: boolean;
}

/** Of the session, and of its person (accounts.last_seen). An erasure takes both in this order, too. */
const SEEN = `
  WITH seen AS (UPDATE accounts.sessions SET seen_at = $2 WHERE sid = $1 RETURNING user_id)
  INSERT INTO accounts.last_seen AS last (user_id, seen_at) SELECT user_id, $2 FROM seen
  ON CONFLICT (user_id) DO UPDATE SET seen_at = greatest(last.seen_at, excluded.seen_at)`;

interface ListedSession {
  sid: string;
  browser: Browser;
  system: string;
  created_at: Millis;
  seen_at: Millis;
}

interface Cached {
  session: LiveSession;
  expires_at: Millis;
  /** performance.now() before it was read */
  read_at: number;
}

/**
 * Sessions can be revoked at any moment, although their tokens are signed.
 * Every process is notified of a revocation and drops the session; after a lost connection it drops all. Without a
 * connection a session is read again every second.
 * @param secured sessions of staff end after eight hours
 */
export async function openSessions(pool: Pool, listener: Listener, clock: Clock, secured = false) {
  const cache = new LRUCache<string, Cached>({ ...atMost(CACHED), ttl: CACHE_MS });
  // A session read from the database before a revocation must not enter the cache after it.
  let changes = 0;

  const forgetAll = (): void => {
    changes += 1;
    cache.clear();
  };
  const forgetUser = (user: string): void => {
    changes += 1;
    for (const [sid, { session }] of cache.entries()) if (session.user_id === user) cache.delete(sid);
  };
  const forget = (sid: string): void => {
    changes += 1;
    cache.delete(sid);
  };
  await listener.on(REVOKED, forget, forgetAll);
  await listener.on(ACCOUNT_CHANGED, forgetUser, forgetAll);

  async function load(sid: string): Promise<LiveSession | undefined> {
    const before = changes;
    const read_at = performance.now();
    const { rows } = await pool.query<SessionRow>({
      name: 'session-find',
      text: `SELECT sessions.user_id, sessions.expires_at, sessions.seen_at, sessions.proved_at, sessions.confirmed_at,
                    ARRAY (SELECT role FROM accounts.roles WHERE roles.user_id = sessions.user_id) AS roles,
                    EXISTS (SELECT FROM accounts.creators
                             WHERE creators.user_id = sessions.user_id AND creators.status > 0) AS is_creator,
                    ${hasFactor('sessions.user_id')} AS has_factor
               FROM accounts.sessions JOIN accounts.users ON users.id = sessions.user_id
              WHERE sid = $1 AND users.status <> ${USER_STATUS.banned}`,
      values: [sid],
    });
    const [row] = rows;
    const now = clock.now();
    if (row === undefined) return undefined;
    const roles = row.roles.filter(isStaffRole);
    const isShort = secured && roles.length > 0;
    const expires_at = Math.min(
      Number(row.expires_at),
      isShort ? Number(row.proved_at) + STAFF_SESSION_MS : Number.POSITIVE_INFINITY,
    );
    if (expires_at <= now) return undefined;
    if (Number(row.seen_at) <= now - LAST_USE_MS) {
      await pool.query({ name: 'session-seen', text: SEEN, values: [sid, now] });
    }
    const session: LiveSession = {
      // The column contains only ids that this program generated.
      user_id: row.user_id as UserId,
      roles,
      is_creator: row.is_creator,
      has_factor: row.has_factor,
      confirmed_at: Number(row.confirmed_at),
      sid,
    };
    if (changes === before) cache.set(sid, { session, expires_at, read_at });
    return session;
  }

  /** More sessions than one account may have: the oldest end. */
  async function endOldest(user: UserId, client: PoolClient): Promise<void> {
    const { rows } = await client.query<{ sid: string }>(
      `DELETE FROM accounts.sessions
        WHERE sid IN (SELECT sid FROM accounts.sessions WHERE user_id = $1
                              ORDER BY created_at DESC, sid OFFSET ${QUOTAS.sessions})
        RETURNING sid`,
      [user],
    );
    for (const { sid } of rows) {
      await client.query('SELECT pg_notify($1, $2)', [REVOKED, sid]);
      forget(sid);
    }
  }

  /** Under the person's lock, so that ending all sessions ends it, too. */
  async function add(
    client: PoolClient,
    user: UserId,
    userAgent: string,
    signed_in_at?: Millis,
  ): Promise<OpenedSession> {
    const sid = newToken();
    const opened_at = clock.now();
    const expires_at = opened_at + SESSION_SECONDS * 1000;
    const times = { created_at: opened_at, seen_at: opened_at, expires_at };
    await queriesOn(client)
      .insertInto('accounts.sessions')
      .values({
        sid,
        user_id: user,
        ...times,
        proved_at: signed_in_at ?? opened_at,
        ...deviceKind(userAgent),
      })
      .execute();
    // Sessions before `last_seen`, as everywhere.
    await endOldest(user, client);
    await client.query({ name: 'session-seen', text: SEEN, values: [sid, opened_at] });
    return { sid, user_id: user, opened_at, expires_at };
  }

  return {
    /** @param locked a transaction that has locked the person; default: one of its own */
    open(user: UserId, userAgent: string = '', locked?: PoolClient): Promise<OpenedSession> {
      if (locked) return add(locked, user, userAgent);
      return inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        return add(client, user, userAgent);
      });
    },
    /** A session that another one opens is not signed in for longer. Undefined when that one has ended. */
    openFrom({ sid, user_id }: LiveSession, userAgent: string): Promise<OpenedSession | undefined> {
      return inTransaction(pool, async (client) => {
        await lockPerson(client, user_id);
        const parent = await queriesOn(client)
          .selectFrom('accounts.sessions')
          .select('proved_at')
          .where('sid', '=', sid)
          .where('expires_at', '>', clock.now())
          .executeTakeFirst();
        return parent && add(client, user_id, userAgent, parent.proved_at);
      });
    },
    find(sid: string): LiveSession | undefined | Promise<LiveSession | undefined> {
      const cached = cache.get(sid);
      if (cached === undefined || !isCurrent(listener, cached.read_at)) return load(sid);
      return cached.expires_at > clock.now() ? cached.session : undefined;
    },
    /** The current value from the database, before a refusal by a cached value that may be outdated. */
    async refresh(sid: string): Promise<LiveSession | undefined> {
      cache.delete(sid);
      return load(sid);
    },
    /** A code has just confirmed an action of this session. */
    async confirmed(user: UserId, sid: string): Promise<void> {
      await queriesOn(pool)
        .updateTable('accounts.sessions')
        .set({ confirmed_at: clock.now() })
        .where('sid', '=', sid)
        .where('user_id', '=', user)
        .execute();
      forget(sid);
    },
    /** The current one first, then by their last use. */
    async page(
      user: UserId,
      current: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ list: ListedSession[]; total_count: number }> {
      const own = queriesOn(pool)
        .selectFrom('accounts.sessions')
        .where('user_id', '=', user)
        .where('expires_at', '>', clock.now());
      const [{ total_count }, list] = await Promise.all([
        own.select(({ fn }) => fn.countAll<number>().as('total_count')).executeTakeFirstOrThrow(),
        own
          .select(['sid', 'browser', 'system', 'created_at', 'seen_at'])
          .orderBy((eb) => eb('sid', '=', current), 'desc')
          .orderBy('seen_at', 'desc')
          .orderBy('sid')
          .limit(limit)
          .offset(offset)
          // The column contains only what `deviceKind` found.
          .$castTo<ListedSession>()
          .execute(),
      ]);
      return { list, total_count };
    },
    /** False unless it is a session of the user. */
    async revoke(user: UserId, sid: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `WITH gone AS (DELETE FROM accounts.sessions WHERE sid = $1 AND user_id = $2 RETURNING sid)
         SELECT pg_notify('${REVOKED}', sid) FROM gone`,
        [sid, user],
      );
      forget(sid);
      return rowCount === 1;
    },
    /** Of a person whose sessions have changed in the database. */
    readAgain: forgetUser,
    /** Ends all sessions of a user, except the one with the given id; also one that is being opened. */
    async revokeAll(user: UserId, except: string = ''): Promise<void> {
      await inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        await client.query(
          `WITH gone AS (DELETE FROM accounts.sessions WHERE user_id = $1 AND sid <> $2)
           SELECT pg_notify('${ACCOUNT_CHANGED}', $1)`,
          [user, except],
        );
      });
      forgetUser(user);
    },
  };
}

export type Sessions = Awaited<ReturnType<typeof openSessions>>;
