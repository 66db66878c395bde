import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { differences } from '#events/log/eventstoredb/copy.ts';
import { type EventStore, openEventStore } from '#events/log/eventstoredb/event-store.ts';
import { mirrorHead } from '#events/log/eventstoredb/mirror.ts';
import { freePort } from '#ops/postgres/server.ts';
import type { Child } from '#ops/start/child.ts';
import { signal } from './faults.ts';
import type { Added, Around } from './mode.ts';

const HEAP_MB = 256;
const PATIENCE_MS = 30_000;

/** Differences between the tables and EventStoreDB, once the tables have all. */
export async function mirrorFaults(pool: Pool, store: Pick<EventStore, 'read' | 'head'>): Promise<string[]> {
  const deadline = performance.now() + PATIENCE_MS;
  let [ours, theirs] = [await mirrorHead(pool), await store.head()];
  while (ours < theirs && performance.now() < deadline) {
    await pause(100);
    [ours, theirs] = [await mirrorHead(pool), await store.head()];
  }
  return differences(pool, store);
}

const disconnect = (child: Child) => (): boolean => {
  const pid = child.pid();
  return pid !== undefined && signal(pid, 'SIGUSR2');
};

/** The log in a stand-in of EventStoreDB, whose data is in a file. */
export async function eventStoreMode({
  dataDir,
  launch,
}: Pick<Around, 'dataDir' | 'launch'>): Promise<Added> {
  const port = await freePort();
  const child = await launch({
    name: 'event store',
    program: new URL('event-store-process.ts', import.meta.url),
    env: { PORT: String(port), FILE: join(dataDir, 'event-store.jsonl') },
    heap_mb: HEAP_MB,
  });
  const url = `esdb://127.0.0.1:${port}?tls=false`;
  return {
    env: { EVENT_LOG: url },
    targets: [
      { name: 'event store', weight: 4, pid: () => child.pid() },
      { name: 'disconnected: event store', weight: 3, strike: disconnect(child) },
    ],
    async check(pool) {
      const store = openEventStore(url);
      try {
        return [{ name: 'EventStoreDB and its mirror', faults: await mirrorFaults(pool, store) }];
      } finally {
        await store.close();
      }
    },
  };
}
