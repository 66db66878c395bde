import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedEvent } from '#events/envelope.ts';
import type { EventLog } from '#events/log/log.ts';
import { failsAgain } from '#read-models/engine/failure.ts';
import type { Process, TimerChange } from './process.ts';
import type { SetAside, TimerStore } from './timers.ts';

/** Pauses before an event that failed is tried again; after the last of them it is set aside. */
const PAUSES_MS: readonly number[] = [100, 300, 900];
/** A process that fails on more events than this has a mistake of its own, and stands still instead. */
const MOST_SET_ASIDE = 100;

export interface Taking {
  process: Process;
  store: TimerStore;
  signal: AbortSignal;
  onError(error: unknown): void;
}

/** Events that follow on a checkpoint. */
export interface EventRange {
  from: number;
  through: number;
  events: readonly RecordedEvent[];
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 1_000);

async function setAside(
  { store, onError }: Taking,
  { from, through }: EventRange,
  { position, type }: RecordedEvent,
  cause: unknown,
): Promise<void> {
  if ((await store.setAside()).length >= MOST_SET_ASIDE) throw cause;
  const aside: SetAside = { position, type, error: messageOf(cause) };
  await store.follow(from, through, [], [aside]);
  onError(new Error(`position ${position} (${type}) is set aside: ${aside.error}`, { cause }));
}

/**
 * Sets the timers that events lead to and moves the checkpoint past them. Of events that fail together, halves are tried
 * until the one that fails is alone; when it goes on failing, it is set aside. What passes by itself, as a lost
 * connection, is thrown.
 * @returns the timers that changed
 */
export async function takeEvents(taking: Taking, range: EventRange, tries = 0): Promise<TimerChange[]> {
  const { process, store, signal } = taking;
  const { from, through, events } = range;
  try {
    const changes = events.flatMap((event) => process.timerFor(event) ?? []);
    await store.follow(from, through, changes);
    return changes;
  } catch (error) {
    if (!failsAgain(error) || events.length === 0) throw error;
    signal.throwIfAborted();
    const [first] = events;
    if (events.length > 1 || !first) {
      const half = Math.floor(events.length / 2);
      const middle = events[half - 1]?.position ?? from;
      const before = { from, through: middle, events: events.slice(0, half) };
      const after = { from: middle, through, events: events.slice(half) };
      return [...(await takeEvents(taking, before)), ...(await takeEvents(taking, after))];
    }
    const rest = PAUSES_MS[tries];
    if (rest === undefined) {
      await setAside(taking, range, first, error);
      return [];
    }
    await pause(rest, undefined, { signal });
    return takeEvents(taking, range, tries + 1);
  }
}

/** Tries what was set aside again: a worker that starts may be one whose mistake was mended. */
export async function takeBack(log: Pick<EventLog, 'readAll'>, { process, store }: Taking): Promise<void> {
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
