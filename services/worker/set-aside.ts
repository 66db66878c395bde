import type { EventLog } from '#events/log/log.ts';
import { failsAgain } from '#events/log/subscription/failure.ts';
import { messageOf, type Taking } from '#events/log/subscription/set-aside.ts';
import type { Follower, TimerChange } from './process.ts';
import type { TimerStore } from './timers.ts';

/** A process with more set-aside events is faulty and stops. */
const MOST_SET_ASIDE = 100;

export interface TakingParts {
  process: Follower;
  store: TimerStore;
  signal: AbortSignal;
  onChanges(changes: readonly TimerChange[]): void;
  onError(error: unknown): void;
}

/** Sets the timers that events lead to, and moves the checkpoint with them. */
export const takingOf = ({ process, store, signal, onChanges, onError }: TakingParts): Taking => ({
  signal,
  failsAgain,
  async take({ after, through, events }) {
    const changes = events.flatMap((event) => process.timerFor(event) ?? []);
    await store.follow(after, through, changes);
    onChanges(changes);
  },
  async setAside({ after, through }, { position, type }, cause) {
    if ((await store.setAside()).length >= MOST_SET_ASIDE) throw cause;
    const error = messageOf(cause);
    await store.follow(after, through, [], [{ position, type, error }]);
    onError(new Error(`position ${position} (${type}) is set aside: ${error}`, { cause }));
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
