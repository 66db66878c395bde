import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import type { PassOver } from './pass-over.ts';
import type { Fired, Timer, TimerChange } from './process.ts';

/** Another process followed the log under the same name: what we know is old. */
export class CheckpointMoved extends Error {
  constructor(name: string) {
    super(`the checkpoint of ${name} was moved by another process`);
    this.name = 'CheckpointMoved';
  }
}

/** A process's timers and its checkpoint. */
export interface TimerStore {
  /** Where to go on reading the log; 0 before the first time. */
  checkpoint(): Promise<number>;
  /** Moves the checkpoint and changes the timers, both or neither. Throws CheckpointMoved. */
  follow(from: number, through: number, changes: readonly TimerChange[]): Promise<void>;
  /** At most `limit` timers that are due, earliest first. */
  due(now: Millis, limit: number): Promise<Timer[]>;
  nextDue(): Promise<Millis | undefined>;
  /** Removes or postpones timers that fired; one that was set anew meanwhile stays as it is. */
  settle(fired: readonly { timer: Timer; outcome: Fired }[]): Promise<void>;
}

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

export function timerStore(pool: Pool, process: string, passOver: PassOver): TimerStore {
  return {
    async checkpoint() {
      const { rows } = await pool.query<{ position: string | number }>(
        `WITH made AS (
           INSERT INTO runtime.process_checkpoints (name, position) VALUES ($1, 0)
           ON CONFLICT (name) DO NOTHING RETURNING position)
         SELECT position FROM made
         UNION ALL SELECT position FROM runtime.process_checkpoints WHERE name = $1`,
        [process],
      );
      return Number(rows[0]?.position ?? 0);
    },

    async follow(from, through, changes) {
      if (changes.length === 0) {
        if (!(await passOver({ process, from, through }))) throw new CheckpointMoved(process);
        return;
      }
      const { set, clear } = folded(changes);
      // Nobody waits for the disk: checkpoint and timers are lost in a crash together, and followed again.
      const { rowCount } = await pool.query({
        name: 'process-follow',
        text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
               moved AS (
                 UPDATE runtime.process_checkpoints SET position = $3 FROM unhurried
                 WHERE name = $1 AND position = $2
                 RETURNING 1),
               cleared AS (
                 DELETE FROM runtime.timers
                 WHERE process = $1 AND key = ANY($4::text[]) AND EXISTS (SELECT FROM moved)),
               made AS (
                 INSERT INTO runtime.timers (process, key, due_at, data)
                 SELECT $1, t.* FROM unnest($5::text[], $6::bigint[], $7::jsonb[]) AS t
                 WHERE EXISTS (SELECT FROM moved)
                 ON CONFLICT (process, key)
                 DO UPDATE SET due_at = excluded.due_at, data = excluded.data, attempts = 0)
               SELECT FROM moved`,
        values: [
          process,
          from,
          through,
          clear,
          set.map(({ key }) => key),
          set.map(({ due_at }) => due_at),
          set.map(({ data }) => JSON.stringify(data)),
        ],
      });
      if (rowCount !== 1) throw new CheckpointMoved(process);
    },

    async due(now, limit) {
      const { rows } = await pool.query<{
        key: string;
        due_at: string | number;
        attempts: number;
        data: Timer['data'];
      }>({
        name: 'process-due',
        text: `SELECT key, due_at, attempts, data FROM runtime.timers
               WHERE process = $1 AND due_at <= $2 ORDER BY due_at LIMIT $3`,
        values: [process, now, limit],
      });
      return rows.map((row) => ({ ...row, due_at: Number(row.due_at) }));
    },

    async nextDue() {
      const { rows } = await pool.query<{ due_at: string | number | null }>({
        name: 'process-next-due',
        text: 'SELECT min(due_at) AS due_at FROM runtime.timers WHERE process = $1',
        values: [process],
      });
      const next = rows[0]?.due_at ?? undefined;
      return next === undefined ? undefined : Number(next);
    },

    async settle(fired) {
      await pool.query({
        name: 'process-settle',
        text: `WITH fired AS (
                 SELECT * FROM unnest($2::text[], $3::bigint[], $4::int[], $5::bigint[], $6::jsonb[])
                   AS f(key, due_at, attempts, again_at, data)),
               done AS (
                 DELETE FROM runtime.timers t USING fired f
                 WHERE t.process = $1 AND t.key = f.key AND t.due_at = f.due_at AND t.attempts = f.attempts
                   AND t.data = f.data AND f.again_at IS NULL)
               UPDATE runtime.timers t SET due_at = f.again_at, attempts = t.attempts + 1
               FROM fired f
               WHERE t.process = $1 AND t.key = f.key AND t.due_at = f.due_at AND t.attempts = f.attempts
                 AND t.data = f.data AND f.again_at IS NOT NULL`,
        values: [
          process,
          fired.map(({ timer }) => timer.key),
          fired.map(({ timer }) => timer.due_at),
          fired.map(({ timer }) => timer.attempts),
          fired.map(({ outcome }) => (outcome === 'done' ? null : outcome.again_at)),
          fired.map(({ timer }) => JSON.stringify(timer.data)),
        ],
      });
    },
  };
}
