import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { silentRelay } from '../../testing/silent-relay.ts';
import { held, idsOf, versionsOf, write } from '../contract/sample-events.ts';
import { AppendOutcomeUnknown, type EventLog } from '../log.ts';
import { logMigrations } from '../postgres/postgres-log.ts';
import { type EventStore, openEventStore } from './event-store.ts';
import { eventStoreLog, openEventStoreLog } from './event-store-log.ts';
import { mirroredAfter } from './mirror.ts';
import type { Row } from './rows.ts';
import { startEventStoreServer } from './testing/event-store-server.ts';
import type { Step, WriterInput } from './testing/stopping-writer.ts';
import { storeUnderTest } from './testing/store-under-test.ts';

const WRITER = fileURLToPath(new URL('testing/stopping-writer.ts', import.meta.url));
const unknown = (): AppendOutcomeUnknown => new AppendOutcomeUnknown('the answer was lost');

describe('an append to EventStoreDB', () => {
  const store = fixture(storeUnderTest);
  const database = fixture(() => createTestDatabase([logMigrations]));
  const inner = fixture(() => openEventStore(store.url, store.stream));
  const log = fixture(() => eventStoreLog(openEventStore(store.url, store.stream), database.pool));
  let streams = 0;
  const newStream = (): string => `stock-interrupted${streams++}`;

  /** Another process, whose calls to EventStoreDB go through `instead`. */
  function writer(append: EventStore['append'], on: TestDatabase = database): EventLog {
    return eventStoreLog({ ...openEventStore(store.url, store.stream), append }, on.pool);
  }

  async function storedRows(): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const page = await inner.read(rows.length);
      if (page.length === 0) return rows;
      rows.push(...page);
    }
  }
  /** Nothing is lost, doubled or different: the tables become what EventStoreDB has. */
  async function expectMirror(of: TestDatabase = database): Promise<void> {
    await expect.poll(async () => (await mirroredAfter(of.pool, 0)).length).toBe((await storedRows()).length);
    expect(await mirroredAfter(of.pool, 0)).toEqual(await storedRows());
  }

  describe('by a process that is killed', () => {
    test.each<[Step, boolean]>([
      ['checked in the tables', false],
      ['written to EventStoreDB', true],
      ['committed to the tables', true],
    ])('when it has %s: written %s, and repeated once', async (step, written) => {
      const writes = [
        write(newStream(), 'no_stream', held(), held()),
        write(newStream(), 'no_stream', held()),
      ];
      const input: WriterInput = { ...store, database: database.url, step, writes };
      const child = fork(WRITER, [JSON.stringify(input)]);
      const [message] = await once(child, 'message');
      expect(message).toBe(step);
      child.kill('SIGKILL');
      await once(child, 'exit');
      // Without an append of anybody: the follower adds what was written.
      await expectMirror();
      const [one, other] = writes.map(({ stream }) => stream);
      expect(await log.readStream(one ?? '')).toHaveLength(written ? 2 : 0);
      const first = await log.append(writes);
      expect(first).toMatchObject({ ok: true, versions: [1, 0], repeated: written });
      expect(await log.append(writes)).toEqual({ ...first, repeated: true });
      expect(idsOf(await log.readStream(other ?? ''))).toEqual(idsOf(writes[1]?.events ?? []));
      await expectMirror();
    });

    test('before its follower has added them, an append adds them and decides on them', async () => {
      const name = newStream();
      const dying = writer(async (head, events) => {
        await inner.append(head, events);
        throw new Error('killed');
      });
      await expect(dying.append([write(name, 'no_stream', held())])).rejects.toThrow('killed');
      const late = { stream: name, expected: 'no_stream', actual: 0, partial_duplicate: false };
      expect(await log.append([write(name, 'no_stream', held())])).toEqual({ ok: false, conflicts: [late] });
      expect(await log.append([write(name, 0, held())])).toMatchObject({ ok: true, versions: [1] });
      await dying.close();
      await expectMirror();
    });
  });

  describe('whose answer is lost', () => {
    test.each<[string, EventStore['append']]>([
      ['after the write', (head, events) => inner.append(head, events).then(() => Promise.reject(unknown()))],
      ['before the write', () => Promise.reject(unknown())],
    ])('%s: it is repeated and written once', async (_, lose) => {
      let calls = 0;
      const losing = writer((...args) => (calls++ === 0 ? lose(...args) : inner.append(...args)));
      const writes = [write(newStream(), 'no_stream', held(), held())];
      expect(await losing.append(writes)).toMatchObject({ ok: true, repeated: false, versions: [1] });
      expect(calls).toBe(2);
      expect(await losing.readStream(writes[0]?.stream ?? '')).toHaveLength(2);
      await losing.close();
      await expectMirror();
    });

    test('always, and it is written later: the repeated command gets its result', async () => {
      const later: (() => Promise<boolean>)[] = [];
      const losing = writer((head, events) => {
        later.push(() => inner.append(head, events));
        return Promise.reject(unknown());
      });
      const writes = [write(newStream(), 'no_stream', held())];
      await expect(losing.append(writes)).rejects.toBeInstanceOf(AppendOutcomeUnknown);
      expect(await log.readStream(writes[0]?.stream ?? '')).toEqual([]);
      // All arrive late: the first is written. EventStoreDB drops repetitions of what is not replicated yet.
      const dropped = (error: unknown) => error instanceof AppendOutcomeUnknown;
      const [first, ...others] = await Promise.all(later.map((arrive) => arrive().catch(dropped)));
      expect(first).toBe(true);
      expect(others.every((one) => one === true)).toBe(true);
      expect(await log.append(writes)).toMatchObject({ ok: true, repeated: true, versions: [0] });
      expect(await log.readStream(writes[0]?.stream ?? '')).toHaveLength(1);
      await losing.close();
      await expectMirror();
    });

    test('always, and another is written first: it never arrives', async () => {
      const later: (() => Promise<boolean>)[] = [];
      const losing = writer((head, events) => {
        later.push(() => inner.append(head, events));
        return Promise.reject(unknown());
      });
      const name = newStream();
      await expect(losing.append([write(name, 'no_stream', held())])).rejects.toThrow();
      const winner = write(name, 'no_stream', held());
      expect(await log.append([winner])).toMatchObject({ ok: true, repeated: false });
      expect(new Set(await Promise.all(later.map((arrive) => arrive())))).toEqual(new Set([false]));
      expect(idsOf(await log.readStream(name))).toEqual(idsOf(winner.events));
      await losing.close();
    });

    test('because the server is silent: the caller knows after 2.5 s, and repeats', async () => {
      const relay = await silentRelay(store.url);
      const far = eventStoreLog(openEventStore(relay.url, store.stream), database.pool);
      await far.append([write(newStream(), 'no_stream', held())]);
      relay.fallSilent();
      const writes = [write(newStream(), 'no_stream', held())];
      await expect(far.append(writes)).rejects.toBeInstanceOf(AppendOutcomeUnknown);
      relay.speakAgain();
      expect(await far.append(writes)).toMatchObject({ ok: true, versions: [0] });
      expect(await far.readStream(writes[0]?.stream ?? '')).toHaveLength(1);
      await far.close();
      relay.close();
      await expectMirror();
    });
  });

  test('to a node that is no longer the leader goes to the leader', async () => {
    const leader = await startEventStoreServer();
    const former = await startEventStoreServer();
    const own = await createTestDatabase([logMigrations]);
    const moved = await openEventStoreLog(former.url, own.pool);
    former.leader = leader.url;
    expect(await moved.append([write(newStream(), 'no_stream', held())])).toMatchObject({
      ok: true,
      position: 1,
    });
    expect(leader.store.visible('fanwatt')).toHaveLength(1);
    expect(former.store.visible('fanwatt')).toEqual([]);
    await moved.close();
    leader.close();
    former.close();
    await own.drop();
  });

  test('before its commit the follower sees it, and adds nothing twice', async () => {
    const slow = writer(async (head, events) => {
      const written = await inner.append(head, events);
      // Longer than the follower waits.
      await pause(600);
      return written;
    });
    const name = newStream();
    const appended = slow.append([write(name, 'no_stream', held(), held())]);
    const next = slow.append([write(name, 1, held())]);
    expect(await Promise.all([appended, next])).toMatchObject([{ ok: true }, { ok: true, versions: [2] }]);
    expect(versionsOf(await log.readStream(name))).toEqual([0, 1, 2]);
    await slow.close();
    await expectMirror();
  });

  test('while the clock jumps a day ahead and back is written once', async () => {
    const DAY_MS = 86_400_000;
    const jumping = writer(async (head, events) => {
      const began = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: began + DAY_MS });
      const sent = inner.append(head, events);
      vi.setSystemTime(began - DAY_MS);
      return sent.finally(() => vi.useRealTimers());
    });
    const name = newStream();
    for (const version of ['no_stream', 0, 1] as const)
      expect(await jumping.append([write(name, version, held())])).toMatchObject({
        ok: true,
        repeated: false,
      });
    expect(versionsOf(await log.readStream(name))).toEqual([0, 1, 2]);
    await jumping.close();
    await expectMirror();
  });

  test('of a writer that loses its lock meanwhile: others continue, it finds its events', async () => {
    let cut = false;
    const losing = writer(async (head, events) => {
      const written = await inner.append(head, events);
      if (!cut) await database.pool.query(END_LOCK_HOLDER);
      cut = true;
      return written;
    });
    const writes = [write(newStream(), 'no_stream', held())];
    await expect(losing.append(writes)).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    expect(await log.append([write(newStream(), 'no_stream', held())])).toMatchObject({ ok: true });
    expect(await losing.append(writes)).toMatchObject({ ok: true, repeated: true });
    await losing.close();
    await expectMirror();
  });

  describe('without a lock, because each writer has tables of its own', () => {
    const second = fixture(() => createTestDatabase([logMigrations]));
    const RACERS = 20;

    /** Appends with the same expected version; how many were accepted. */
    async function accepted(append: EventStore['append']): Promise<number> {
      const name = newStream();
      await log.append([write(name, 'no_stream', held())]);
      const logs = [database, second].map((on) => writer(append, on));
      await expectMirror(second);
      const racing = await Promise.allSettled(
        Array.from({ length: RACERS }, (_, at) => logs[at % 2]?.append([write(name, 0, held())])),
      );
      for (const one of logs) await one.close();
      return racing.filter((one) => one.status === 'fulfilled' && one.value?.ok).length;
    }

    test('the expected revision alone decides: one of many gets the version', async () => {
      expect(await accepted((...args) => inner.append(...args))).toBe(1);
      await expectMirror();
      await expectMirror(second);
    });

    test('negative control: without an expected revision, more than one gets it', async () => {
      const { call, stream } = inner;
      // Both have checked their tables before either writes.
      let checked = 0;
      const both = Promise.withResolvers<void>();
      const careless: EventStore['append'] = async (_, events) => {
        checked += 1;
        if (checked === 2) both.resolve();
        await both.promise;
        return call(async ({ client }) => (await client.appendToStream(stream, [...events])).success);
      };
      expect(await accepted(careless)).toBeGreaterThan(1);
    });
  });
});

const END_LOCK_HOLDER = `SELECT pg_terminate_backend(pid) FROM pg_locks
  WHERE locktype = 'advisory' AND objid = 7420002 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
