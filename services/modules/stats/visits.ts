import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { type BusinessDay, DAY_MS, type Millis } from '#events/time.ts';
import { batcher } from '#services/runtime/batcher.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** What a page of a creator shows. */
export type VisitedKind = 'page' | 'post' | 'album' | 'plan';

export interface VisitedPage {
  creator_id: string;
  kind: VisitedKind;
  /** Empty for the creator's page. */
  subject_id: string;
}

export interface Visit extends VisitedPage {
  day: BusinessDay;
  /** A random text of the browser. */
  stat_id: string;
  address: string;
  /** Where the link was. */
  from: 'here' | 'elsewhere' | 'nowhere';
  /** Undefined for a guest. */
  user_id: UserId | undefined;
}

/** Visits counted from one address on a day: of one page, of all pages of one creator, and of all pages. */
export const VISIT_LIMITS = { ofPage: 20, ofCreator: 300, inAll: 2_000 } as const;

/** Visits of one statement, and those that wait at most; one more is not counted. */
const BATCH = 1_000;
const WAITING = 10_000;
/** Nobody waits for the answer. */
const LINGER_MS = 500;
const HASH_BYTES = 16;
/** Days for which counts stay: a year can be compared with the one before. */
const KEPT_DAYS = 760;
/** Days for which it is known whose visits are counted: today in every zone. */
const VISITOR_DAYS = 2;

/**
 * Batches in which a visit is tried again while another transaction has its creator locked: about a minute, and longer
 * where batches are slow. It never waits for that transaction, and is not counted after them.
 */
const TRIES = 120;

/** Processes count one after another: a limit holds over all of them. */
const ONE_AT_A_TIME = `SELECT pg_advisory_xact_lock(hashtextextended('visits', 0))`;

/** Of these creators, those whose deletion now waits for the count. The others are being changed, or deleted. */
const LOCK_CREATORS = {
  name: 'visits-creators',
  text: `WITH locked AS MATERIALIZED (
           SELECT id FROM accounts.users WHERE id = ANY ($1) AND deleted_at IS NULL ORDER BY id FOR SHARE SKIP LOCKED)
         SELECT id, id IN (SELECT id FROM locked) AS is_locked
           FROM accounts.users WHERE id = ANY ($1) AND deleted_at IS NULL`,
};

const COUNT = {
  name: 'visits-count',
  text: `WITH given AS (
           SELECT DISTINCT ON (day, creator_id, visitor, kind, subject_id) *
             FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::bytea[], $7::text[], $8::text[])
                  WITH ORDINALITY AS g (day, creator_id, kind, subject_id, visitor, source, came_from, user_id, n)
            ORDER BY day, creator_id, visitor, kind, subject_id, n),
         fresh AS (
           SELECT g.*, row_number() OVER (PARTITION BY day, creator_id, source ORDER BY n) AS of_creator,
                  row_number() OVER (PARTITION BY day, creator_id, source, kind, subject_id ORDER BY n) AS of_page,
                  row_number() OVER (PARTITION BY day, source ORDER BY n) AS in_all
             FROM given g
            WHERE g.user_id IS DISTINCT FROM g.creator_id
              AND NOT EXISTS (SELECT FROM accounts.users u WHERE u.id = g.user_id AND NOT u.visits_counted)
              AND NOT EXISTS (SELECT FROM accounts.team_members t
                               WHERE t.creator_id = g.creator_id AND t.user_id = g.user_id)
              AND NOT EXISTS (SELECT FROM stats.visitors v
                               WHERE v.day = g.day AND v.creator_id = g.creator_id AND v.visitor = g.visitor
                                 AND v.kind = g.kind AND v.subject_id = g.subject_id)),
         counted AS (
           SELECT f.* FROM fresh f
            WHERE f.of_creator + (SELECT count(*) FROM stats.visitors v
                    WHERE v.day = f.day AND v.creator_id = f.creator_id AND v.source = f.source) <= ${VISIT_LIMITS.ofCreator}
              AND f.of_page + (SELECT count(*) FROM stats.visitors v
                    WHERE v.day = f.day AND v.creator_id = f.creator_id AND v.source = f.source
                      AND v.kind = f.kind AND v.subject_id = f.subject_id) <= ${VISIT_LIMITS.ofPage}
              AND f.in_all + (SELECT count(*) FROM stats.visitors v
                    WHERE v.day = f.day AND v.source = f.source) <= ${VISIT_LIMITS.inAll}),
         known AS (
           INSERT INTO stats.visitors (day, creator_id, visitor, kind, subject_id, source)
           SELECT day, creator_id, visitor, kind, subject_id, source FROM counted)
         INSERT INTO stats.visits AS before (creator_id, day, kind, subject_id, visits, from_elsewhere, from_here)
         SELECT creator_id, day, kind, subject_id, count(*),
                count(*) FILTER (WHERE came_from = 'elsewhere'), count(*) FILTER (WHERE came_from = 'here')
           FROM counted GROUP BY creator_id, day, kind, subject_id
          UNION ALL
         SELECT creator_id, day, 'creator', '', count(DISTINCT visitor), 0, 0
           FROM counted c
          WHERE NOT EXISTS (SELECT FROM stats.visitors v
                             WHERE v.day = c.day AND v.creator_id = c.creator_id AND v.visitor = c.visitor)
          GROUP BY creator_id, day
             ON CONFLICT (creator_id, day, kind, subject_id) DO UPDATE
            SET visits = before.visits + excluded.visits,
                from_elsewhere = before.from_elsewhere + excluded.from_elsewhere,
                from_here = before.from_here + excluded.from_here`,
};

/** One business day of a creator. */
export interface VisitDay {
  date: BusinessDay;
  visits: number;
  visitors: number;
}

export interface VisitedTotal {
  kind: VisitedKind;
  subject_id: string;
  visits: number;
}

/**
 * Visits of creators' pages: each browser counts once for a page and day. Not counted are the creator, the team, people
 * who object, and more than `VISIT_LIMITS` from one address.
 * @param key hashes stat ids and addresses, together with the day: nobody can be followed from day to day
 */
export function openVisits(pool: Pool, key: Buffer) {
  const hash = (day: BusinessDay, purpose: string, text: string): Buffer =>
    createHmac('sha256', key).update(`${purpose} ${day} ${text}`).digest().subarray(0, HASH_BYTES);
  /** True: to be tried again. */
  const counting = batcher<Visit, boolean>(
    (visits) =>
      inTransaction(pool, async (client) => {
        await client.query(ONE_AT_A_TIME);
        const creators = new Map<string, boolean>();
        const { rows } = await client.query<{ id: UserId; is_locked: boolean }>(LOCK_CREATORS, [
          visits.map(({ creator_id }) => creator_id),
        ]);
        for (const { id, is_locked } of rows) creators.set(id, is_locked);
        const counted = visits.filter(({ creator_id }) => creators.get(creator_id));
        const column = <Value>(of: (visit: Visit) => Value): Value[] => counted.map(of);
        await client.query(COUNT, [
          column(({ day }) => day),
          column(({ creator_id }) => creator_id),
          column(({ kind }) => kind),
          column(({ subject_id }) => subject_id),
          column(({ day, stat_id }) => hash(day, 'stat id', stat_id)),
          column(({ day, address }) => hash(day, 'address', address)),
          column(({ from }) => from),
          column(({ user_id }) => user_id ?? null),
        ]);
        return visits.map(({ creator_id }) => creators.get(creator_id) === false);
      }),
    { name: 'visits', most: BATCH, waiting: WAITING, lingerMs: LINGER_MS },
  );

  return {
    async count(visit: Visit): Promise<void> {
      for (let tries = 0; tries < TRIES; tries += 1) if (!(await counting.add(visit))) return;
    },
    idle: counting.idle,
    /** Days with visits, oldest first, and where they came from. Both days are included. */
    async days(creator_id: UserId, { from, to }: { from: BusinessDay; to: BusinessDay }) {
      const { rows } = await pool.query<VisitDay & { from_elsewhere: number; from_here: number }>({
        name: 'visit-days',
        text: `SELECT to_char(day, 'YYYY-MM-DD') AS date,
                      coalesce(sum(visits) FILTER (WHERE kind <> 'creator'), 0)::float8 AS visits,
                      coalesce(sum(visits) FILTER (WHERE kind = 'creator'), 0)::float8 AS visitors,
                      sum(from_elsewhere)::float8 AS from_elsewhere, sum(from_here)::float8 AS from_here
                 FROM stats.visits WHERE creator_id = $1 AND day BETWEEN $2 AND $3
                GROUP BY day ORDER BY day`,
        values: [creator_id, from, to],
      });
      return rows;
    },
    /** The pages with the most visits in these days, at most `most`. */
    async pages(
      creator_id: UserId,
      { from, to, most }: { from: BusinessDay; to: BusinessDay; most: number },
    ): Promise<VisitedTotal[]> {
      const { rows } = await pool.query<VisitedTotal>({
        name: 'visited-pages',
        text: `SELECT kind, subject_id, sum(visits)::float8 AS visits
                 FROM stats.visits WHERE creator_id = $1 AND day BETWEEN $2 AND $3 AND kind <> 'creator'
                GROUP BY kind, subject_id ORDER BY sum(visits) DESC, kind, subject_id LIMIT $4`,
        values: [creator_id, from, to, most],
      });
      return rows;
    },
  };
}

export type Visits = ReturnType<typeof openVisits>;

/** Removes who visited after two days, and counts after 760 days. Rows that are being removed are left out. */
export async function forgetOldVisits(pool: Pool, now: Millis): Promise<void> {
  for (const [table, days] of [
    ['stats.visitors', VISITOR_DAYS],
    ['stats.visits', KEPT_DAYS],
  ] as const) {
    const before = new Date(now - days * DAY_MS).toISOString().slice(0, 10);
    await pool.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE day < $1 FOR UPDATE SKIP LOCKED))`,
      [before],
    );
  }
}
