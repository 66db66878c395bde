import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import type { MovableClock } from './clock.ts';
import type { Listener } from './listener.ts';
import { queriesOn } from './queries.ts';

const CHANNEL = 'clock_moved';

async function storedOffset(pool: Pool): Promise<Millis> {
  const clock = queriesOn(pool).selectFrom('runtime.clock').select('offset_ms');
  return (await clock.executeTakeFirst())?.offset_ms ?? 0;
}

/**
 * Keeps a process's clock equal to the sandbox's: reads its offset, and follows each move.
 * @returns a function that stops following
 */
export async function followSandboxClock(
  pool: Pool,
  listener: Listener,
  clock: MovableClock,
): Promise<() => void> {
  const catchUp = (): void => {
    storedOffset(pool).then(
      (offset) => clock.setOffset(offset),
      // The database is away; `missed` is called again when it is back.
      () => undefined,
    );
  };
  const stop = await listener.on(CHANNEL, (payload) => clock.setOffset(Number(payload)), catchUp);
  clock.setOffset(await storedOffset(pool));
  return stop;
}

async function move(pool: Pool, to: Millis, by: Millis): Promise<Millis> {
  const { rows } = await pool.query<{ offset_ms: number | string }>(
    `WITH moved AS (
       UPDATE runtime.clock SET offset_ms = greatest(offset_ms, $1, offset_ms + $2) RETURNING offset_ms
     ) SELECT offset_ms, pg_notify('${CHANNEL}', offset_ms::text) FROM moved`,
    [Math.round(to), Math.round(by)],
  );
  return Number(rows[0]?.offset_ms ?? 0);
}

/**
 * Moves the clock of all processes forward to `offset` milliseconds ahead of the machine's. A smaller
 * offset than the present one changes nothing.
 * @returns the offset that holds now
 */
export const moveSandboxClock = (pool: Pool, offset: Millis): Promise<Millis> => move(pool, offset, 0);

/** Moves it forward by this many milliseconds; concurrent moves add up. */
export const advanceSandboxClock = (pool: Pool, by: Millis): Promise<Millis> => move(pool, 0, by);
