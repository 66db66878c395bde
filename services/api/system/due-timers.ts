import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';

interface Waiting {
  pool: Pool;
  /** Timers due at or before this moment must have fired. */
  now: Millis;
  /** Events up to here must have set their timers. */
  position: number;
  patienceMs: Millis;
}

const LOOK_AGAIN_MS = 25;
/** A worker that has not shown itself for so long is not waited for. */
const ALIVE_SECONDS = 15;

/**
 * Waits until the processes that follow events have done what was due, so that whoever moved the sandbox's
 * clock sees what came of it. Without a living worker, or after the patience, it goes on as things stand.
 */
export async function timersFired({ pool, now, position, patienceMs }: Waiting): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const { rows } = await pool.query<{ waiting: boolean }>(
      `SELECT EXISTS (SELECT FROM runtime.heartbeats WHERE beat_at > now() - $3 * interval '1 second')
          AND (EXISTS (SELECT FROM runtime.timers WHERE due_at <= $1)
            OR EXISTS (SELECT FROM runtime.process_checkpoints WHERE position < $2)) AS waiting`,
      [now, position, ALIVE_SECONDS],
    );
    if (rows[0]?.waiting !== true) return;
    await pause(LOOK_AGAIN_MS);
  }
}
