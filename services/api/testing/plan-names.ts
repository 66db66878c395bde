import { planNames } from '#services/worker/processes/lists/plan-names.ts';
import type { TestApi } from './test-api.ts';

/** What the worker does for the search of plans: everything until now. */
export async function plansNamed({ deps: { log, pool, clock }, projected }: TestApi): Promise<void> {
  await projected();
  const process = planNames({ pool });
  const { events } = await log.readAll(0, { limit: 100_000, types: process.types });
  const keys = new Set(events.flatMap((event) => process.timerFor(event)?.key ?? []));
  for (const key of keys)
    await process.fire({ key, due_at: 0, attempts: 0, data: { position: 0 } }, clock.now());
}
