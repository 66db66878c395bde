import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { silentRelay } from '#events/testing/silent-relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { held, write } from '../contract/sample-events.ts';
import { AppendOutcomeUnknown, type EventLog, LogUnreachable } from '../log.ts';
import { logMigrations } from '../postgres/postgres-log.ts';
import { openEventStore } from './event-store.ts';
import { openEventStoreLog } from './event-store-log.ts';
import { mirroredAfter } from './mirror.ts';
import { EventStoreProblem, eventOf, type Row } from './rows.ts';
import {
  type ClusterNode,
  type EventStoreCluster,
  startEventStoreCluster,
} from './testing/event-store-cluster.ts';
import { startEventStoreServer } from './testing/event-store-server.ts';

const ANSWER_MS = 5_000;
const SWIFT_MS = 1_000;
let streams = 0;
const one = () => [write(`stock-fail-over${streams++}`, 'no_stream', held())];

/** The answer, and its time. */
async function timed<Result>(work: Promise<Result>): Promise<{ result: Result | Error; ms: number }> {
  const began = performance.now();
  const result = await work.catch((error: Error) => error);
  return { result, ms: performance.now() - began };
}

describe('a fail-over', () => {
  let database: TestDatabase;
  let cluster: EventStoreCluster;
  let log: EventLog;
  let old: ClusterNode;
  let next: ClusterNode;

  beforeEach(async () => {
    database = await createTestDatabase([logMigrations]);
    cluster = await startEventStoreCluster();
    log = await openEventStoreLog(cluster.url, database.pool);
    old = cluster.leader();
    [next] = cluster.nodes.filter((node) => node !== old) as [ClusterNode];
  });
  afterEach(async () => {
    await log.close();
    cluster.close();
    await database.drop();
  });

  /** The cluster has each event of the tables once, and no other. */
  const expectSame = async (): Promise<void> => {
    const store = openEventStore(cluster.url);
    expect(await store.read(0)).toEqual(await mirroredAfter(database.pool, 0));
    await store.close();
  };

  /** An append is taken, now or when it is repeated: a busy machine can need more than the time of one. */
  const expectTaken = async (on: EventLog, writes = one()): Promise<void> => {
    const append = () => on.append(writes).catch((error: Error) => error);
    await expect.poll(append).toMatchObject({ ok: true });
  };

  /** An append waits for no silent node. */
  const expectSwift = async (): Promise<void> => {
    const measure = async () => {
      const { result, ms } = await timed(log.append(one()));
      // On a busy machine also an append to the leader can end without an answer.
      if (result instanceof LogUnreachable || result instanceof AppendOutcomeUnknown) return ANSWER_MS;
      expect(result).toMatchObject({ ok: true, repeated: false });
      return ms;
    };
    expect(await quickest(SWIFT_MS, measure)).toBeLessThan(SWIFT_MS);
  };

  test('from a silent leader: an order waits for the next one, and is written once', async () => {
    await log.append(one());
    cluster.silence(old);
    setTimeout(() => cluster.elect(next), 500);
    const { result, ms } = await timed(log.append(one()));
    expect(result).toMatchObject({ ok: true, repeated: false });
    expect(ms).toBeLessThan(ANSWER_MS);
    await expectSwift();
    await expectSame();
  });

  test('that takes long: appends end within 5 s, and are taken within 5 s of the election', async () => {
    cluster.silence(old);
    const writes = one();
    const answers = await Promise.all([
      timed(log.append(writes)),
      ...Array.from({ length: 3 }, () => timed(pause(700).then(() => log.append(one())))),
    ]);
    for (const { result, ms } of answers) {
      expect(result instanceof LogUnreachable || result instanceof AppendOutcomeUnknown).toBe(true);
      expect(ms).toBeLessThan(ANSWER_MS);
    }
    cluster.elect(next);
    const elected = performance.now();
    await expect.poll(() => log.append(writes), { timeout: ANSWER_MS }).toMatchObject({ ok: true });
    expect(performance.now() - elected).toBeLessThan(ANSWER_MS);
    await expectSame();
  });

  test('after which the former leader still answers: nothing goes to it', async () => {
    cluster.silence(old);
    cluster.elect(next);
    await expectTaken(log);
    cluster.wake(old);
    await expectSwift();
    const second = await openEventStoreLog(cluster.url, database.pool);
    await expectTaken(second);
    await second.close();
    cluster.join(old);
    await expectTaken(log);
    await expectSame();
  });

  test('at whose former leader an append arrives: it can be repeated, and no operator is called', async () => {
    // One host in the address: the cluster cannot be asked.
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const only = `esdb://${old.address}?tls=false`;
    const far = await openEventStoreLog(only, database.pool, { onError });
    cluster.silence(old);
    cluster.elect(next);
    await expectTaken(log);
    // More than what arrived late at the former leader.
    for (let n = 0; n < 3; n += 1) await expectTaken(log);
    cluster.wake(old);
    const { result, ms } = await timed(far.append(one()));
    expect(result).toBeInstanceOf(LogUnreachable);
    expect(result).not.toBeInstanceOf(EventStoreProblem);
    expect(ms).toBeLessThan(ANSWER_MS);
    // A process that starts meanwhile does not report that EventStoreDB lacks events, either.
    const starting = openEventStoreLog(only, database.pool, { onError });
    const waiting = expectTaken(far);
    setTimeout(() => cluster.join(old), 500);
    await waiting;
    const started = await starting;
    await expectTaken(started);
    await started.close();
    await far.close();
    expect(errors).toEqual([]);
    await expectSame();
  });
});

const sample: Omit<Row, 'id'> = {
  stream: 's',
  version: 0,
  type: 'OfNewerProgram',
  schema_version: 1,
  data: '{}',
  metadata: '{"creator_id":"c","actor":"robot:1","at":0}',
  recorded_at: 0,
};

describe('a server', () => {
  const server = fixture(() => startEventStoreServer());

  test('that breaks its connection while another takes an append: the process continues', async () => {
    const second = await startEventStoreServer();
    const relay = await silentRelay(server.url);
    const stores = [openEventStore(relay.url, 'one'), openEventStore(second.url, 'other')];
    const event = () => [eventOf({ ...sample, id: crypto.randomUUID() })];
    for (const store of stores) expect(await store.append(0, event())).toBe(true);
    for (const { store } of [server, second]) store.hold();
    const [broken, whole] = stores.map((store) => store.append(1, event()));
    await pause(100);
    relay.cut();
    await expect(broken).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    second.store.replicate();
    expect(await whole).toBe(true);
    server.store.truncate();
    for (const store of stores) await store.close();
    relay.close();
    second.close();
  });

  test.each([3_000, 600_000, -600_000])('whose clock is %i ms ahead takes appends', async (ahead_ms) => {
    server.ahead_ms = ahead_ms;
    const database = await createTestDatabase([logMigrations]);
    const log = await openEventStoreLog(server.url, database.pool, { stream: database.url });
    expect(await log.append(one())).toMatchObject({ ok: true });
    await log.close();
    server.ahead_ms = 0;
  });

  test('that ends a slow subscription: nothing is reported, and later events arrive', async () => {
    const database = await createTestDatabase([logMigrations]);
    const errors: unknown[] = [];
    const log = await openEventStoreLog(server.url, database.pool, {
      stream: database.url,
      onError: (error) => void errors.push(error),
    });
    const writer = openEventStore(server.url, database.url);
    for (let head = 0; head < 3; head += 1) {
      await expect.poll(() => log.head()).toBe(head);
      server.endSubscriptions();
      const row = { ...sample, stream: `stock-late${head}`, id: crypto.randomUUID() };
      expect(await writer.append(head, [eventOf(row)])).toBe(true);
    }
    await expect.poll(() => log.head()).toBe(3);
    expect(errors).toEqual([]);
    await writer.close();
    await log.close();
  });

  test('to which another program writes a wrong event: it is named once, and no order is lost or taken', async () => {
    const database = await createTestDatabase([logMigrations]);
    const errors: unknown[] = [];
    const log = await openEventStoreLog(server.url, database.pool, {
      stream: database.url,
      onError: (error) => void errors.push(String(error)),
    });
    expect(await log.append(one())).toMatchObject({ ok: true });
    const writer = openEventStore(server.url, database.url);
    const row = { ...sample, type: 'StockHeld', stream: 'stock-x', id: crypto.randomUUID() };
    expect(await writer.append(1, [eventOf(row)])).toBe(true);
    const text = `event 1 of the stream ${database.url} (StockHeld) is not as it was written: data.sku_id`;
    await expect.poll(() => errors).toEqual([expect.stringContaining(text)]);
    await expect(log.append(one())).rejects.toThrow(LogUnreachable);
    await expect(log.append(one())).rejects.toThrow(text);
    await pause(1_000);
    expect(errors).toHaveLength(1);
    expect(await log.head()).toBe(1);
    await writer.close();
    await log.close();
  });

  test('that drops a repeated append, because the first is not replicated yet: it is written once', async () => {
    const database = await createTestDatabase([logMigrations]);
    const log = await openEventStoreLog(server.url, database.pool, { stream: database.url });
    const before = await log.head();
    server.store.hold();
    setTimeout(() => server.store.replicate(), 1_500);
    expect(await log.append(one())).toMatchObject({ ok: true });
    expect(server.store.visible(database.url)).toHaveLength(before + 1);
    expect(await log.head()).toBe(before + 1);
    await log.close();
  });
});
