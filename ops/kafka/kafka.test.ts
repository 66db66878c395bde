import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Feed } from '#events/feed/feed.ts';
import { readCheckpoint } from '#events/feed/kafka/checkpoint.ts';
import { messageOf } from '#events/feed/kafka/message.ts';
import { kafkaFeed } from '#events/feed/kafka/reader.ts';
import type { KafkaLogin, KafkaSettings } from '#events/feed/kafka/settings.ts';
import { requireKafka, withAdmin } from '#events/feed/kafka/topic.ts';
import { newEventId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { fixture } from '#events/testing/fixture.ts';
import { readTopic } from './read-topic.ts';
import { brokerUnderTest } from './testing/broker-under-test.ts';
import { feedWorld } from './testing/feed-world.ts';
import { orderStory, refusalOfRelay } from './testing/order-story.ts';

const kafka = fixture(() => brokerUnderTest(true));
let world: Awaited<ReturnType<typeof feedWorld>>;

beforeEach(async ({ skip }) => {
  skip(kafka.brokers.length === 0, 'no Kafka');
  world = await feedWorld(kafka);
});
afterEach(() => world?.close());

const warnings: string[] = [];
process.on('warning', ({ name }) => warnings.push(name));
afterAll(() => expect(warnings).not.toContain('TimeoutNegativeWarning'));

const messages = () => readTopic(world.settings);
const positionsUpTo = (head: number): number[] => Array.from({ length: head }, (_, index) => index + 1);

test('the relay writes every event once, each creator in one partition and in order', async () => {
  await world.sell(30);
  world.relay();
  await world.sent();
  await world.sell(30);
  await world.sent();
  const found = await messages();
  const { events } = await world.log.readAll(0, { limit: 1_000 });
  expect(found.toSorted((one, other) => one.position - other.position).map(({ id }) => id)).toEqual(
    events.map(({ id }) => id),
  );
  for (const [, of] of Map.groupBy(found, ({ key }) => key)) {
    expect(new Set(of.map(({ partition }) => partition)).size).toBe(1);
    expect(of.map(({ position }) => position)).toEqual(
      of.map(({ position }) => position).toSorted((a, b) => a - b),
    );
  }
  const key = (position: number) => found.find((one) => one.position === position)?.key;
  for (const { position, metadata } of events) expect(key(position)).toBe(metadata.creator_id);
});

test('a relay that ends after sending and before its checkpoint sends again, and read models count once', async () => {
  world.follow();
  await world.sell(20);
  const sent = Promise.withResolvers<void>();
  const first = world.relay({
    onSent() {
      sent.resolve();
      throw new Error('killed');
    },
  });
  await sent.promise;
  await first.stop();
  expect(await readCheckpoint(world.pool, world.settings.topic)).toMatchObject({ position: 0 });
  world.relay();
  await world.sent();
  await world.sell(20);
  await world.sent();
  await world.whole();
  const positions = (await messages()).map(({ position }) => position);
  expect(positions.length).toBeGreaterThan(80);
  expect([...new Set(positions)].toSorted((a, b) => a - b)).toEqual(positionsUpTo(80));
});

test('two relays at once: one loses its lease in the middle, and nothing is lost', async () => {
  world.follow();
  const [stopped, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = world.relay({
    async onSent() {
      stopped.resolve();
      await go.promise;
    },
  });
  await world.sell(20);
  await stopped.promise;
  const second = world.relay();
  await world.pool.query(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
      WHERE l.locktype = 'advisory' AND a.application_name = 'relay' AND a.datname = current_database()`,
  );
  await expect.poll(() => second.position(), { timeout: 90_000 }).toBe(40);
  go.resolve();
  await world.sell(20);
  await world.sent();
  await slow.stop();
  await world.sell(5);
  await world.sent();
  await world.whole();
  const positions = (await messages()).map(({ position }) => position);
  expect([...new Set(positions)].toSorted((a, b) => a - b)).toEqual(positionsUpTo(90));
});

test.each([
  ['has 2 partitions, KAFKA_PARTITIONS is 3', 2, []],
  ['cleanup.policy=compact', 3, [{ name: 'cleanup.policy', value: 'compact' }]],
  ['message.timestamp.type=CreateTime', 3, []],
])('a topic that %s is refused in one line', async (says, numPartitions, configEntries) => {
  const { topic } = world.settings;
  await withAdmin(world.kafka, (admin) =>
    admin.createTopics({ topics: [{ topic, numPartitions, configEntries }] }),
  );
  const refusal = await world.topicMade().catch(({ message }) => String(message));
  expect(refusal).toContain(says);
  expect(refusal).not.toContain('\n');
});

/** The feed without the log behind it: only what came from Kafka. */
async function fromKafkaAlone(after: number, through: number, most?: { bytes: number; items: number }) {
  const { log, pool, settings } = world;
  const nothing = { events: [], through: 0, bytes: 0, full: false };
  const alone: Feed = { ...log, readAll: async (at, o) => (o.limit === 1 ? log.readAll(at, o) : nothing) };
  const onError = (error: unknown): void => void world.errors.push(String(error));
  const feed = kafkaFeed({ log: alone, pool, settings, onError, ...(most && { most }) });
  const { events: expected } = await log.readAll(0, { limit: 10_000 });
  const found: RecordedEvent[] = [];
  const over = new AbortController();
  for await (const page of feed.tail(after, { limit: 20, signal: over.signal })) {
    found.push(...page.events);
    expect(page.through).toBe(page.events.at(-1)?.position);
    if (page.through === through) break;
  }
  expect(found).toEqual(expected.slice(after, through));
}

test('doubled and reordered messages of all partitions come out as the log has them', async () => {
  await world.topicMade();
  await world.sell(10);
  await world.send([2, 4, 2, 3, 20, 19, 4], 1);
  await world.send([5, 1, 1, 18, 7, 6, 9, 20], 0);
  await world.send([17, 16, 10, 11, 12, 15, 13, 14, 8], 2);
  await fromKafkaAlone(0, 20);
  await fromKafkaAlone(7, 20);
});

test('partitions that run ahead wait, and memory has bounds', async () => {
  await world.topicMade();
  await world.sell(30);
  await world.send(positionsUpTo(60).slice(20), 1);
  await world.send(positionsUpTo(20), 0);
  await fromKafkaAlone(0, 60, { items: 4, bytes: 10_000 });
});

test('read models follow Kafka, and after messages are removed the log and then Kafka again', async () => {
  const { topic } = world.settings;
  world.relay();
  const first = world.follow();
  await world.untilFromKafka(first.feed);
  await first.stop();
  await world.sell(20);
  await world.sent();
  const removed = await withAdmin(world.kafka, async (admin) => {
    const ends = await admin.fetchTopicOffsets(topic);
    const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
    await admin.deleteTopicRecords({ topic, partitions });
    return partitions;
  });
  const { offsets } = await readCheckpoint(world.pool, topic);
  for (const { partition, offset } of removed)
    if (offsets[partition] !== undefined) expect(Number(offsets[partition])).toBeLessThan(Number(offset));
  const second = world.follow();
  await world.untilFromKafka(second.feed);
  await world.whole();
});

test('messages of other programs are ignored, with one warning', async () => {
  await world.topicMade();
  const producer = world.kafka.producer();
  await producer.connect();
  const strange = ['', '{"data":1}', 'x'].map((value, partition) => ({
    value,
    partition,
    headers: { position: '7' },
  }));
  await producer.send({ topic: world.settings.topic, messages: [...strange, { value: null, partition: 0 }] });
  await producer.disconnect();
  world.relay();
  const { feed } = world.follow();
  await world.untilFromKafka(feed);
  await world.whole();
  expect(world.errors.filter((text) => text.includes('messages of other programs'))).toHaveLength(1);
});

test('a topic with an event that the log does not have stops the relay, and read models go on from the log', async () => {
  await world.topicMade();
  await world.sell(2);
  const [event] = (await world.log.readAll(0, { limit: 1 })).events;
  if (!event) throw new Error('there is no event');
  const producer = world.kafka.producer();
  await producer.connect();
  const alien = messageOf({ ...event, position: 5, id: newEventId() });
  await producer.send({ topic: world.settings.topic, messages: [{ ...alien, partition: 0 }] });
  await producer.disconnect();
  const { problems } = world.relay();
  await expect
    .poll(() => problems.map(({ message }) => message), { timeout: 90_000 })
    .toEqual([expect.stringContaining('has an event 5 that the log does not have')]);
  await world.sell(10);
  await fromKafkaAlone(4, 24);
  expect(world.errors.join()).toContain('event 5 that the log does not have: the log is read instead');
});

test('a clock that jumps has no effect', async () => {
  world.relay();
  const { feed } = world.follow();
  await world.untilFromKafka(feed);
  const now = Date.now.bind(Date);
  for (const hours of [30, -30]) {
    vi.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
    await world.untilFromKafka(feed);
    await world.sent();
    vi.restoreAllMocks();
  }
  await world.untilFromKafka(feed);
  await world.whole();
});

test('a broker that is killed and started again costs only time', async ({ skip }) => {
  const { broker } = kafka;
  if (!broker) return skip('a broker that tests must not kill');
  world.relay();
  const { feed } = world.follow();
  await world.untilFromKafka(feed);
  await broker.stop();
  await world.sell(20);
  // Meanwhile the log is read.
  await world.whole();
  await broker.start();
  await world.sent();
  await world.untilFromKafka(feed);
  await world.sent();
  await world.whole();
});

test('an order is placed, paid, sent and seen, with Kafka as feed', () => orderStory(kafka.brokers));

/** Settings of the listener with TLS. */
async function secureSettings(mechanism: KafkaLogin['mechanism'] = 'plain') {
  const { secure } = kafka;
  if (!secure) return undefined;
  const { username, password, certificate, address } = secure;
  const tls = { ca: await readFile(certificate, 'utf8') };
  return { brokers: [address], tls, sasl: { mechanism, username, password } };
}

test.for(['plain', 'scram-sha-512'] as const)(
  'TLS with a password (%s) is used',
  async (mechanism, { skip }) => {
    const settings = await secureSettings(mechanism);
    if (!settings) return skip('no listener with TLS');
    await world.close();
    world = await feedWorld(settings);
    world.relay();
    const { feed } = world.follow();
    await world.untilFromKafka(feed);
    await world.sent();
    await world.whole();
  },
);

test('an unknown certificate, a connection without TLS and a wrong password are refused in one line', async ({
  skip,
}) => {
  const settings = await secureSettings('scram-sha-512');
  if (!settings || !kafka.secure) return skip('no listener with TLS');
  const { brokers, tls, sasl } = settings;
  const refusal = (security: Pick<KafkaSettings, 'tls' | 'sasl'>) =>
    requireKafka({ ...world.settings, brokers, ...security }).catch(({ message }) => String(message));
  const refusals = [await refusal({ tls: {}, sasl }), await refusal({ sasl }), await refusal({ tls })];
  expect(refusals).toEqual([
    expect.stringMatching(/^no Kafka at .* \(self-signed certificate.*\): check that it runs$/),
    expect.stringMatching(/^no Kafka at .* \(.* needs KAFKA_TLS\): check that it runs$/),
    expect.stringMatching(/^Kafka at .* does not work \(.*\)$/),
  ]);
  const { certificate, username } = kafka.secure;
  expect(
    await refusalOfRelay({
      KAFKA_BROKERS: brokers.join(),
      KAFKA_TLS: certificate,
      KAFKA_SASL: `scram-sha-512:${username}:wrong`,
    }),
  ).toMatch(/^relay: KAFKA_BROKERS: .*authentication failed.*$/i);
});

test('a relay without Kafka ends with one line', async () => {
  expect(await refusalOfRelay({ KAFKA_BROKERS: '127.0.0.1:1' })).toMatch(
    /^relay: KAFKA_BROKERS: no Kafka at 127.0.0.1:1 \(.*\): check that it runs$/,
  );
});

test('the consumer of docs/kafka.md prints what was paid', async () => {
  await world.sell(3);
  world.relay();
  await world.sent();
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(await readFile('docs/kafka.md', 'utf8')) ?? [];
  const { topic, brokers } = world.settings;
  const program = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env.PATH, KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC: topic },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    let output = '';
    program.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await expect.poll(() => output.match(/ 10 yuan\n/g)?.length, { timeout: 90_000 }).toBe(3);
  } finally {
    program.kill('SIGKILL');
    await once(program, 'exit');
  }
});
