import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { readCheckpoint } from '#events/feed/kafka/checkpoint.ts';
import { openKafka } from '#events/feed/kafka/client.ts';
import { messageOf } from '#events/feed/kafka/message.ts';
import { type KafkaFeed, kafkaFeed, type ReaderOptions } from '#events/feed/kafka/reader.ts';
import { type RelayOptions, startRelay } from '#events/feed/kafka/relay.ts';
import type { KafkaProblem, KafkaSettings } from '#events/feed/kafka/settings.ts';
import { requireKafka } from '#events/feed/kafka/topic.ts';
import { openPool } from '#events/log/postgres/open-pool.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { businessCalendar } from '#events/time.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { checkEquality } from '#read-models/engine/equality.ts';
import { generationsOf } from '#read-models/engine/generations.ts';
import { runProjections } from '#read-models/engine/runner.ts';
import { orders } from '#read-models/orders/projection.ts';
import { dailyStats } from '#read-models/stats/daily-stats/projection.ts';
import { plainFate, stepsOf, write } from '#read-models/testing/history.ts';

const calendar = businessCalendar('Asia/Shanghai');
const projections = [orders(calendar), dailyStats(calendar), ledger(calendar)];

/** A log, a separate topic, relays and read models. */
export async function feedWorld({ brokers, tls, sasl }: Pick<KafkaSettings, 'brokers' | 'tls' | 'sasl'>) {
  const database = await createTestDatabase('whole');
  const { pool, url } = database;
  const log = postgresLog(pool);
  const settings: KafkaSettings = {
    brokers,
    tls,
    sasl,
    topic: `fanwatt.test-${randomUUID()}`,
    partitions: 3,
  };
  const kafka = openKafka(settings, 'test');
  const closing: (() => Promise<unknown>)[] = [];
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(String(error));
  let orderNumber = 0;

  /** Writes paid orders of two creators: two events each. */
  async function sell(count: number): Promise<void> {
    const steps = Array.from({ length: count }, () => {
      orderNumber += 1;
      const fate = plainFate({
        creator: orderNumber % 2,
        user: orderNumber % 5,
        placedHour: orderNumber % 900,
      });
      return stepsOf(fate, 'k', orderNumber);
    });
    await write(log, steps.flat());
  }

  return {
    pool,
    log,
    settings,
    kafka,
    errors,
    sell,
    /** A relay with separate connections, as in another process. */
    relay(options: Partial<RelayOptions> = {}) {
      const own = openPool({ connectionString: url, max: 4, application_name: 'relay' });
      const problems: KafkaProblem[] = [];
      const onProblem = (problem: KafkaProblem): void => void problems.push(problem);
      const relay = startRelay({
        pool: own,
        log,
        settings,
        onError,
        onProblem,
        leaseRetryMs: 50,
        ...options,
      });
      const stop = async (): Promise<void> => {
        if (own.ended) return;
        await relay.stop();
        await own.end();
      };
      closing.push(stop);
      return { ...relay, stop, problems };
    },
    /** Read models that follow the topic. */
    follow(options: Partial<ReaderOptions> = {}) {
      const feed = kafkaFeed({ log, pool, settings, onError, ...options });
      const runner = runProjections({
        pool,
        log,
        feed,
        projections,
        leaseRetryMs: 50,
        onError: (_, error) => onError(error),
      });
      let running = true;
      const stop = async (): Promise<void> => {
        if (running) await runner.stop();
        running = false;
      };
      closing.push(stop);
      return { feed, stop };
    },
    /** Sells until new events come from Kafka: at first the log gives them. */
    async untilFromKafka(feed: KafkaFeed): Promise<void> {
      const before = feed.counts().kafka;
      await expect
        .poll(
          async () => {
            await sell(1);
            return feed.counts().kafka;
          },
          { timeout: 90_000, interval: 200 },
        )
        .toBeGreaterThan(before);
    },
    topicMade: () => requireKafka(settings),
    /** Writes events of the log to the topic as another sender would. */
    async send(positions: readonly number[], partition = 0): Promise<void> {
      const producer = kafka.producer();
      await producer.connect();
      for (const position of positions) {
        const { events } = await log.readAll(position - 1, { limit: 1 });
        const messages = events.map((event) => ({ ...messageOf(event), partition }));
        await producer.send({ topic: settings.topic, messages });
      }
      await producer.disconnect();
    },
    /** Everything of the log is sent. */
    sent: () =>
      expect
        .poll(() => readCheckpoint(pool, settings.topic), { timeout: 90_000 })
        .toMatchObject({ position: 2 * orderNumber }),
    /** Read models are at the head of the log and equal to a rebuild from it. */
    async whole(): Promise<void> {
      const head = await log.head();
      for (const { name } of projections) {
        const position = async () => (await generationsOf(pool, name, 'live'))[0]?.position;
        await expect.poll(position, { timeout: 90_000 }).toBe(head);
      }
      for (const projection of projections)
        expect(await checkEquality(pool, log, projection)).toMatchObject({ equal: true, position: head });
    },
    async close(): Promise<void> {
      for (const close of closing.reverse()) await close();
      await log.close();
      await database.drop();
    },
  };
}
