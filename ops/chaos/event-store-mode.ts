import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { differences } from '#events/log/eventstoredb/copy.ts';
import { type EventStore, openEventStore } from '#events/log/eventstoredb/event-store.ts';
import { mirrorHead } from '#events/log/eventstoredb/mirror.ts';
import { freePort } from '#ops/postgres/server.ts';
import type { Child } from '#ops/start/child.ts';
import { electionCheck, readElections } from './elections.ts';
import { signal } from './faults.ts';
import type { Added, Around } from './mode.ts';

const HEAP_MB = 256;
const PATIENCE_MS = 30_000;
const NODES = 3;
/** Longer than an election with the return of the former leader. */
const ELECTION_MS = 15_000;

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

const send = (child: Child, name: 'SIGUSR2' | 'SIGHUP'): boolean => {
  const pid = child.pid();
  return pid !== undefined && signal(pid, name);
};

/** The log in three nodes of EventStoreDB's stand-in, whose data is in a file. */
export async function eventStoreMode({
  dataDir,
  launch,
}: Pick<Around, 'dataDir' | 'launch'>): Promise<Added> {
  const ports: number[] = [];
  while (ports.length < NODES) ports.push(await freePort());
  const elections = join(dataDir, 'elections.jsonl');
  const child = await launch({
    name: 'event store',
    program: new URL('event-store-process.ts', import.meta.url),
    env: { PORTS: ports.join(), FILE: join(dataDir, 'event-store.jsonl'), ELECTIONS: elections },
    heap_mb: HEAP_MB,
  });
  const url = `esdb://${ports.map((port) => `127.0.0.1:${port}`).join()}?tls=false`;

  /** @returns whether the next leader took over, and the former one returned */
  async function silenceLeader(): Promise<boolean> {
    const before = readElections(elections).length;
    if (!send(child, 'SIGHUP')) return false;
    for (const deadline = performance.now() + ELECTION_MS; performance.now() < deadline; ) {
      await pause(100);
      if (readElections(elections).length > before) return true;
    }
    return false;
  }

  return {
    env: { EVENT_LOG: url },
    targets: [
      { name: 'event store', weight: 4, pid: () => child.pid() },
      { name: 'disconnected: event store', weight: 3, strike: () => send(child, 'SIGUSR2') },
      { name: 'silent: leader of the event store', weight: 4, alone: true, strike: silenceLeader },
    ],
    async check(pool, entries) {
      const store = openEventStore(url);
      try {
        return [
          { name: 'EventStoreDB and its mirror', faults: await mirrorFaults(pool, store) },
          electionCheck(readElections(elections), entries),
        ];
      } finally {
        await store.close();
      }
    },
  };
}
