import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { queriesOn } from '#services/runtime/queries.ts';

const BEAT_MS = 5_000;
/** A worker without a heartbeat for this long is dead, and its row is deleted. */
const GONE_AFTER_SECONDS = 60;

export type Stats = Readonly<Record<string, unknown>>;

/** Writes a sign of life with this worker's counts to `runtime.heartbeats`, now and every five seconds. */
export function heartbeat(
  pool: Pool,
  process: string,
  figures: () => Stats,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const instance = randomUUID();
  let beating = Promise.resolve();
  const beat = (): void => {
    beating = pool
      .query(
        `WITH gone AS (
           DELETE FROM runtime.heartbeats
           WHERE process = $1 AND instance <> $2 AND beat_at < now() - make_interval(secs => $4))
         INSERT INTO runtime.heartbeats (process, instance, figures) VALUES ($1, $2, $3)
         ON CONFLICT (process, instance) DO UPDATE SET beat_at = now(), figures = excluded.figures`,
        [process, instance, JSON.stringify(figures()), GONE_AFTER_SECONDS],
      )
      .then(() => undefined, onError);
  };
  beat();
  const timer = setInterval(beat, BEAT_MS);
  return {
    async stop() {
      clearInterval(timer);
      await beating;
      const own = queriesOn(pool).deleteFrom('runtime.heartbeats').where('process', '=', process);
      await own.where('instance', '=', instance).execute();
    },
  };
}
