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

const RECHECK_MS = 25;
/** A worker without a sign of life for this long is not waited for. */
const ALIVE_SECONDS = 15;

/**
 * Waits until processes have handled all due timers, so that the results of a moved sandbox clock are visible.
 * Without a living worker, or after the time limit, it continues.
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
    await pause(RECHECK_MS);
  }
}
