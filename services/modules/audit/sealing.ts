import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Sealer } from './seal.ts';
import { MAX_SEALED, newestSeal, sealNext } from './seals.ts';

/** The maximum age of an unsealed event. */
const SEALED_WITHIN_MS: Millis = 60_000;

interface Parts {
  pool: Pool;
  log: Pick<EventLog, 'head'>;
  clock: Clock;
  sealer: Sealer;
}

/**
 * Seals due ranges: full ones immediately, a partial one after its time.
 * @returns the time of the next look; undefined if nothing waits
 */
export async function sealDue({ pool, log, clock, sealer }: Parts): Promise<Millis | undefined> {
  const head = await log.head();
  for (;;) {
    const newest = await newestSeal(pool);
    const unsealed = head - (newest?.last_position ?? 0);
    if (unsealed <= 0) return undefined;
    const due_at = (newest?.sealed_at ?? 0) + SEALED_WITHIN_MS;
    if (unsealed < MAX_SEALED && clock.now() < due_at) return due_at;
    await sealNext(pool, sealer, clock, head);
  }
}
