import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import { failsAgain } from '#events/log/subscription/failure.ts';
import { messageOf, type Taking } from '#events/log/subscription/set-aside.ts';
import type { Follower, TimerChange } from './process.ts';
import type { TimerStore } from './timers.ts';

export interface TakingParts {
  pool: Pool;
  process: Follower;
  store: TimerStore;
  signal: AbortSignal;
  onChanges(changes: readonly TimerChange[]): void;
  onError(error: unknown): void;
}

/** Sets the timers that events lead to, and moves the checkpoint with them. */
export const takingOf = ({ pool, process, store, signal, onChanges, onError }: TakingParts): Taking => ({
  signal,
  failsAgain,
  causeOf: (error) => error,
  rows: { pool, table: 'runtime.set_aside', where: 'process = $1', values: [process.name] },
  async take({ after, through, events }) {
    const changes = events.flatMap((event) => process.timerFor(event) ?? []);
    await store.follow(after, through, changes);
    onChanges(changes);
  },
  async attempt(events, { after, through }) {
    const changes = events.flatMap((event) => process.timerFor(event) ?? []);
    await store.attempt(after, through, changes);
  },
  async setAside({ after, through }, { event: { position, type }, error, kind, creator_id, person }) {
    const aside = { position, type, error: messageOf(error), kind, creator_id, person };
    await store.follow(after, through, [], [aside]);
  },
  onSetAside({ event: { position, type }, error: cause, creator_id }) {
    const text = `position ${position} (${type}) is set aside, creator ${creator_id}: ${messageOf(cause)}`;
    onError(new Error(text, { cause }));
  },
});

/** Retries events set aside: the started program can be a corrected one. */
export async function takeBack(
  log: Pick<EventLog, 'readAll'>,
  { process, store }: Pick<TakingParts, 'process' | 'store'>,
): Promise<void> {
  for (const position of await store.setAside()) {
    const { events } = await log.readAll(position - 1, { limit: 1 });
    const [event] = events;
    if (!event) continue;
    try {
      await store.takeBack(position, process.timerFor(event));
    } catch (error) {
      if (!failsAgain(error)) throw error;
    }
  }
}
