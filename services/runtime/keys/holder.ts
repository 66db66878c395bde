import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Rings } from '../secrets.ts';
import { ConfigError } from '../settings/values.ts';
import { registerKeys } from './registry.ts';

const BEAT_MS = 1_000;
/** A server that was killed is remembered for five seconds. */
const PATIENCE_MS = 6_000;

export interface Holding {
  stop(): Promise<void>;
}

/**
 * Registers the keys of a server and keeps telling that it runs. A server that was killed a moment ago is waited for.
 * @param onLost the server was taken for dead meanwhile, and its keys are no longer those of the database
 */
export async function holdKeys(
  pool: Pool,
  rings: Rings,
  process: string,
  onLost: (error: unknown) => void,
  patienceMs = PATIENCE_MS,
): Promise<Holding> {
  const instance = randomUUID();
  const register = () => registerKeys(pool, rings, { instance, process });
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      await register();
      break;
    } catch (error) {
      const waits = error instanceof ConfigError && error.message.includes('a running server');
      if (!waits || performance.now() > until) throw error;
      await sleep(BEAT_MS / 2);
    }
  }
  let beating = Promise.resolve();
  async function beat(): Promise<void> {
    const { rowCount } = await pool.query(
      'UPDATE runtime.key_holders SET beat_at = now() WHERE instance = $1',
      [instance],
    );
    if (rowCount === 0) await register();
  }
  const timer = setInterval(() => {
    // A database that does not answer is not this server's fault.
    beating = beating.then(beat).catch((error: unknown) => {
      if (error instanceof ConfigError) onLost(error);
    });
  }, BEAT_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await beating;
      await pool
        .query('DELETE FROM runtime.key_holders WHERE instance = $1', [instance])
        .catch(() => undefined);
    },
  };
}
