import { listedPosts } from '#services/worker/processes/lists/listed-posts.ts';
import type { TestApi } from './test-api.ts';

const ALL = 100_000;

/** What the worker does for lists after events and after changes of people: everything until now. */
export async function listed({
  deps: { log, clock, listedPosts: lists },
  projected,
}: TestApi): Promise<void> {
  await projected();
  const process = listedPosts(lists);
  const { events } = await log.readAll(0, { limit: ALL, types: process.types });
  const timers = new Map<string, number>();
  for (const event of events) {
    const change = process.timerFor(event);
    if (change) timers.set(change.key, event.position);
  }
  for (const [key, position] of timers)
    await process.fire({ key, due_at: 0, attempts: 0, data: { position } }, clock.now());
  while (await lists.rescoreDue());
}
