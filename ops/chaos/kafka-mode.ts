import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { readCheckpoint } from '#events/feed/kafka/checkpoint.ts';
import type { KafkaSettings } from '#events/feed/kafka/settings.ts';
import { TOPIC } from '#events/feed/kafka/settings.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { until } from '#ops/actors/until.ts';
import { type Broker, startBroker } from '#ops/kafka/broker.ts';
import { readTopic } from '#ops/kafka/read-topic.ts';
import { weakLink } from '#services/runtime/testing/weak-link.ts';
import type { Check } from './checks.ts';
import type { Added, Around } from './mode.ts';

const HEAP_MB = 96;
const PARTITIONS = 4;
const PATIENCE_MS = 60_000;

/** Starts the broker again whenever it was killed. */
function keepUp(broker: Broker): { stop(): Promise<void> } {
  let over = false;
  const watching = (async () => {
    while (!over) {
      if (broker.pid() === undefined) await broker.start().catch(() => undefined);
      await pause(200);
    }
  })();
  return {
    async stop() {
      over = true;
      await watching;
      await broker.stop();
    },
  };
}

/** Events of the log that the topic does not have, and other events in it. */
async function topicFaults(pool: Pool, settings: KafkaSettings): Promise<string[]> {
  const log = postgresLog(pool);
  try {
    const head = await log.head();
    const sent = async () => (await readCheckpoint(pool, settings.topic)).position >= head;
    // Events not sent by then are missing in the topic.
    await until('all is sent', sent, PATIENCE_MS).catch(() => undefined);
    const ids = new Map<number, Set<string>>();
    for (const { position, id } of await readTopic(settings))
      ids.set(position, (ids.get(position) ?? new Set()).add(id));
    const faults: string[] = [];
    for (let after = 0; after < head; ) {
      const page = await log.readAll(after, { limit: 1_000 });
      for (const { position, id } of page.events) {
        const found = [...(ids.get(position) ?? [])];
        if (found.join() !== id)
          faults.push(`event ${position} is ${found.join(' and ') || 'missing'} in the topic`);
      }
      after = page.through;
    }
    return faults;
  } finally {
    await log.close();
  }
}

/** Whether the worker has followed the topic since its last start. */
async function usedFaults(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ kafka: number }>(
    `SELECT max((figures->'feed'->>'kafka')::int) AS kafka FROM runtime.heartbeats WHERE process = 'worker'`,
  );
  return (rows[0]?.kafka ?? 0) > 0 ? [] : ['the worker has no event from Kafka'];
}

/** Read models and processes follow a broker of this machine, through a link that can be cut. */
export async function kafkaMode({ dataDir, databaseUrl, launch, stops }: Around): Promise<Added> {
  let cut = (): void => undefined;
  const broker = await startBroker(join(dataDir, 'kafka'), async (own) => {
    const link = await weakLink(`http://${own}`);
    await stops.add(() => link.close());
    cut = () => {
      link.cut();
      setTimeout(() => link.mend(), 1_000);
    };
    return new URL(link.url).host;
  });
  const keeping = keepUp(broker);
  await stops.add(() => keeping.stop());
  const settings: KafkaSettings = { brokers: [broker.address], topic: TOPIC, partitions: PARTITIONS };
  const env = { KAFKA_BROKERS: broker.address, KAFKA_PARTITIONS: String(PARTITIONS), FEED: 'kafka' };
  const relay = await launch({
    name: 'relay',
    program: new URL('../../services/relay/main.ts', import.meta.url),
    env: { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SANDBOX: '1' },
    heap_mb: HEAP_MB,
  });
  return {
    env,
    targets: [
      { name: 'relay', weight: 4, pid: () => relay.pid() },
      { name: 'kafka', weight: 2, pid: () => broker.pid() },
      {
        name: 'disconnected: kafka',
        weight: 3,
        strike() {
          cut();
          return true;
        },
      },
    ],
    async check(pool): Promise<Check[]> {
      return [
        { name: 'the topic has every event of the log', faults: await topicFaults(pool, settings) },
        { name: 'Kafka was the feed', faults: await usedFaults(pool) },
      ];
    },
  };
}
