import { setTimeout as pause } from 'node:timers/promises';
import { LogUnreachable } from '../log.ts';
import type { EventStore } from './event-store.ts';

/** Between two probes, while appends are taken and while they are not. */
const PROBE_EVERY_MS = 1_000;
const RETRY_MS = 250;
const PROBE_MS = 1_000;

export interface Availability {
  /** Why an append would not be taken now; undefined: it would. */
  problem(): Error | undefined;
  /** Waits until appends are taken. Throws LogUnreachable after the time. */
  wait(ms: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Probes EventStoreDB once a second, so that a process knows of an outage before an order meets it. During the outage
 * appends fail without an attempt of their own.
 */
export function watchAvailability(store: Pick<EventStore, 'probe'>): Availability {
  const closing = new AbortController();
  const { signal } = closing;
  let problem: Error | undefined;
  let returned = Promise.withResolvers<void>();

  async function probe(): Promise<void> {
    try {
      await store.probe(PROBE_MS);
      problem = undefined;
      returned.resolve();
      returned = Promise.withResolvers();
    } catch (error) {
      problem = error instanceof Error ? error : new Error(String(error));
    }
  }
  const running = (async () => {
    while (!signal.aborted) {
      await pause(problem ? RETRY_MS : PROBE_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await probe();
    }
  })();

  return {
    problem: () => problem,
    async wait(ms) {
      if (problem === undefined) return;
      await Promise.race([returned.promise, pause(ms, undefined, { ref: false })]);
      if (problem) throw new LogUnreachable('EventStoreDB takes no appends now', { cause: problem });
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
