import type { Pool } from 'pg';
import { CheckpointMoved } from '#events/log/subscription/subscribe.ts';
import type { Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { tryInTransaction } from '#services/runtime/transaction.ts';
import type { Fired, Follower, OwnRows, Timer, TimerChange } from './process.ts';
import type { SkipPage } from './skip-page.ts';

/** An event from which a process could set no timer. */
interface SetAside {
  position: number;
  type: string;
  error: string;
  kind: string;
  creator_id: string;
  person: string;
}

/** Events set aside that a start retries, so that it does not take long. */
const MAX_RETRIED = 1_000;

/** The last change of each key is the one that counts. */
function folded(changes: readonly TimerChange[]) {
  const last = new Map(changes.map((change) => [change.key, change]));
  const set = [];
  const clear: string[] = [];
  for (const change of last.values()) {
    if ('set' in change) set.push({ key: change.key, ...change.set });
    else clear.push(change.key);
  }
  return { set, clear };
}

/** The timers from a page of events, and from one event that was set aside. */
const FROM_PAGE = `SELECT * FROM unnest($5::text[], $6::bigint[], $7::jsonb[]) AS t(key, due_at, data)
               WHERE EXISTS (SELECT FROM moved)`;
const FROM_EVENT = `SELECT $3::text AS key, $4::bigint AS due_at, $5::jsonb AS data FROM taken WHERE $3::text IS NOT NULL`;
const REPLACED = 'DO UPDATE SET due_at = excluded.due_at, data = excluded.data, attempts = 0';

const timers = (source: string, conflict: string): string =>
  `INSERT INTO runtime.timers (process, key, due_at, data)
   SELECT $1, t.key, t.due_at, t.data FROM (${source}) AS t ON CONFLICT (process, key) ${conflict}`;

/** The statements of a process with its own table differ from those of the others. */
const ownSql = (follower: Follower | OwnRows) =>
  'insert' in follower ? { insert: follower.insert, suffix: `-${follower.name}` } : { suffix: '' };

/** A process's timers and its checkpoint. */
export function timerStore(pool: Pool, follower: Follower | OwnRows, passOver: SkipPage) {
  const process = follower.name;
  const { insert, suffix } = ownSql(follower);
  const own = queriesOn(pool).selectFrom('runtime.timers').where('process', '=', process);
  async function followIn(
    db: Pick<Pool, 'query'>,
    from: number,
    through: number,
    { set, clear }: ReturnType<typeof folded>,
    aside: readonly SetAside[],
  ): Promise<void> {
    // Asynchronous: checkpoint and timers are lost together in a crash, and followed again.
    const { rowCount } = await db.query({
      name: `process-follow${suffix}`,
      text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
             moved AS (
               UPDATE runtime.process_checkpoints SET position = $3 FROM unhurried
               WHERE name = $1 AND position = $2
               RETURNING 1),
             cleared AS (
               DELETE FROM runtime.timers
               WHERE process = $1 AND key = ANY($4::text[]) AND EXISTS (SELECT FROM moved)),
             made AS (
               ${insert ? insert(FROM_PAGE) : timers(FROM_PAGE, REPLACED)}),
             aside AS (
               INSERT INTO runtime.set_aside (process, position, type, error, kind, creator_id, person)
               SELECT $1, a.* FROM unnest($8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[],
                                          $13::text[]) AS a
               WHERE EXISTS (SELECT FROM moved))
             SELECT FROM moved`,
      values: [
        process,
        from,
        through,
        clear,
        set.map(({ key }) => key),
        set.map(({ due_at }) => due_at),
        set.map(({ data }) => JSON.stringify(data)),
        aside.map(({ position }) => position),
        aside.map(({ type }) => type),
        aside.map(({ error }) => error),
        aside.map(({ kind }) => kind),
        aside.map(({ creator_id }) => creator_id),
        aside.map(({ person }) => person),
      ],
    });
    if (rowCount !== 1)
      throw new CheckpointMoved(`the checkpoint of ${process} was moved by another process`);
  }

  return {
    /** The position to continue after; 0 at first. */
    async checkpoint(): Promise<number> {
      const made = queriesOn(pool).insertInto('runtime.process_checkpoints');
      await made
        .values({ name: process, position: 0 })
        .onConflict((on) => on.doNothing())
        .execute();
      const found = queriesOn(pool).selectFrom('runtime.process_checkpoints').where('name', '=', process);
      return (await found.select('position').executeTakeFirstOrThrow()).position;
    },

    /** Moves the checkpoint, changes the timers and sets events aside, all or nothing. Throws CheckpointMoved. */
    async follow(
      from: number,
      through: number,
      changes: readonly TimerChange[],
      aside: readonly SetAside[] = [],
    ): Promise<void> {
      if (changes.length === 0 && aside.length === 0) {
        if (!(await passOver({ process, from, through })))
          throw new CheckpointMoved(`the checkpoint of ${process} was moved by another process`);
        return;
      }
      const { set, clear } = folded(changes);
      await followIn(pool, from, through, { set, clear }, aside);
    },

    /** Does what `follow` does, then rolls back. */
    async attempt(from: number, through: number, changes: readonly TimerChange[]): Promise<void> {
      await tryInTransaction(pool, (tx) => followIn(tx, from, through, folded(changes), []));
    },

    /** Positions of events that are set aside, in order: of too many, as many of each creator, oldest first. */
    async setAside(): Promise<number[]> {
      const { rows } = await pool.query<{ position: number }>(
        `SELECT position FROM (
           SELECT position, row_number() OVER (PARTITION BY creator_id ORDER BY position) AS nth
             FROM runtime.set_aside WHERE process = $1) AS of_creators
         ORDER BY nth, position LIMIT $2`,
        [process, MAX_RETRIED],
      );
      return rows.map(({ position }) => position).sort((one, other) => one - other);
    },

    /** Retries a set-aside event and sets its timer, unless a newer one exists. */
    async takeBack(position: number, change: TimerChange | undefined): Promise<void> {
      const set = change && 'set' in change ? change : undefined;
      await pool.query(
        `WITH taken AS (DELETE FROM runtime.set_aside WHERE process = $1 AND position = $2 RETURNING 1)
         ${insert ? insert(FROM_EVENT) : timers(FROM_EVENT, 'DO NOTHING')}`,
        [process, position, set?.key, set?.set.due_at, set && JSON.stringify(set.set.data)],
      );
    },

    /** At most `limit` timers that are due, earliest first. */
    due: (now: Millis, limit: number): Promise<Timer[]> =>
      own
        .where('due_at', '<=', now)
        .select(['key', 'due_at', 'attempts', 'data'])
        .$castTo<Timer>()
        .orderBy('due_at')
        .limit(limit)
        .execute(),

    async nextDue(): Promise<Millis | undefined> {
      const next = await own.select((is) => is.fn.min('due_at').as('due_at')).executeTakeFirst();
      return next?.due_at ?? undefined;
    },

    /**
     * Removes or postpones timers that fired; one that was set again meanwhile is kept. It never waits for a timer
     * that `follow` is changing, which could wait for another of these: such a timer is cleared or set anew there.
     */
    async settle(fired: readonly { timer: Timer; outcome: Fired }[]): Promise<void> {
      await pool.query({
        name: 'process-settle',
        text: `WITH fired AS MATERIALIZED (
                 SELECT t.key, f.again_at, f.next
                 FROM unnest($2::text[], $3::bigint[], $4::int[], $5::bigint[], $6::jsonb[], $7::jsonb[])
                   AS f(key, due_at, attempts, again_at, data, next)
                 JOIN runtime.timers t USING (key, due_at, attempts, data)
                 WHERE t.process = $1
                 FOR UPDATE OF t SKIP LOCKED),
               done AS (
                 DELETE FROM runtime.timers t USING fired f
                 WHERE t.process = $1 AND t.key = f.key AND f.again_at IS NULL)
               UPDATE runtime.timers t
               SET due_at = f.again_at, attempts = t.attempts + 1, data = coalesce(f.next, t.data)
               FROM fired f
               WHERE t.process = $1 AND t.key = f.key AND f.again_at IS NOT NULL`,
        values: [
          process,
          fired.map(({ timer }) => timer.key),
          fired.map(({ timer }) => timer.due_at),
          fired.map(({ timer }) => timer.attempts),
          fired.map(({ outcome }) => (outcome === 'done' ? null : outcome.again_at)),
          fired.map(({ timer }) => JSON.stringify(timer.data)),
          fired.map(({ outcome }) =>
            outcome === 'done' || outcome.data === undefined ? null : JSON.stringify(outcome.data),
          ),
        ],
      });
    },
  };
}

export type TimerStore = ReturnType<typeof timerStore>;
