import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import type { Projection } from '#read-models/engine/projection.ts';
import { runProjections } from '#read-models/engine/runner.ts';

const LOOK_EVERY_MS = 50;
/** A failure can be temporary, e.g. a lost connection; it was already retried several times. */
const TIMEOUT_MS = 20_000;

/**
 * The read models, projected by the server's worker where it runs, else by this program.
 * @param patienceMs how long a read model may fail without progress before the wait fails
 * @param projections only these
 */
export async function openStats(
  pool: Pool,
  log: EventLog,
  calendar: BusinessCalendar,
  patienceMs = TIMEOUT_MS,
  projections: readonly Projection[] = allProjections(calendar),
) {
  await installReadModels(pool, projections);
  const failures = new Map<string, unknown>();
  const runner = runProjections({
    pool,
    log,
    projections,
    // Following continues; the error is thrown if the read model does not arrive.
    onError: (name, error) => failures.set(name, error),
  });

  const lowest = async (): Promise<number> => {
    const { rows } = await pool.query<{ position: string | null }>(
      'SELECT min(position) AS position FROM rm.checkpoints WHERE name = ANY ($1::text[])',
      [projections.map(({ name }) => name)],
    );
    return Number(rows[0]?.position ?? 0);
  };

  return {
    /** Waits until every read model has reached a log position; reports the position of the slowest. */
    async reach(position: number, onProgress?: (position: number) => void): Promise<void> {
      let at = await lowest();
      let movedAt = performance.now();
      while (at < position) {
        onProgress?.(at);
        await delay(LOOK_EVERY_MS);
        const before = at;
        at = await lowest();
        if (at > before) {
          failures.clear();
          movedAt = performance.now();
        }
        // Without leases another process projects, or will in a moment.
        const failed = [...failures].find(([name]) => name !== 'leases');
        if (failed && performance.now() - movedAt > patienceMs) {
          throw new Error(`${failed[0]} cannot be built`, { cause: failed[1] });
        }
      }
      onProgress?.(at);
    },
    close: (): Promise<void> => runner.stop(),
  };
}

export type Stats = Awaited<ReturnType<typeof openStats>>;
