import { setTimeout as sleep } from 'node:timers/promises';
import { CompressionTypes, type Kafka, Partitioners } from 'kafkajs';
import type { Pool } from 'pg';
import type { LogPage } from '../../log/log.ts';
import { holdLeases } from '../../log/subscription/leases.ts';
import { CheckpointMoved } from '../../log/subscription/subscribe.ts';
import type { Feed } from '../feed.ts';
import { moveCheckpoint, type RelayCheckpoint, readCheckpoint } from './checkpoint.ts';
import { openKafka } from './client.ts';
import { messageOf } from './message.ts';
import { requireSameEvents } from './newest.ts';
import { KafkaProblem, type KafkaSettings, KafkaUnreachable } from './settings.ts';
import { requireKafka } from './topic.ts';

export interface RelayOptions {
  pool: Pool;
  log: Feed;
  settings: KafkaSettings;
  /** Called for every failure; the relay tries again. */
  onError(error: unknown): void;
  /** Called with a problem that an operator must correct; the relay has stopped. */
  onProblem(problem: KafkaProblem): void;
  /** After the acknowledgement and before the checkpoint. */
  onSent?(page: LogPage): Promise<void> | void;
  /** Milliseconds between attempts to take over from another relay. */
  leaseRetryMs?: number;
}

export interface Relay {
  /** Position of the newest event that this process has sent; 0 without one, as while another relay works. */
  position(): number;
  /** Settles when the page under way is acknowledged and the lease is released. */
  stop(): Promise<void>;
}

/**
 * What is in flight: one page. With the largest command, its headers and 500 events it stays below 1 MiB, which every
 * broker takes by default.
 */
const PAGE = { limit: 500, bytes: 256 * 1024 };
const RETRY_MS = 1_000;

/** Sends a page. @returns by partition the offset of its first message */
async function senderTo(kafka: Kafka, topic: string) {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  return {
    async send({ events }: LogPage): Promise<Record<string, string>> {
      const messages = events.map(messageOf);
      const sent = await producer.send({ topic, messages, acks: -1, compression: CompressionTypes.None });
      // A negative offset is that of a repetition, which the broker did not write again.
      const known = sent.filter(({ baseOffset = '-1' }) => !baseOffset.startsWith('-'));
      return Object.fromEntries(known.map(({ partition, baseOffset = '' }) => [partition, baseOffset]));
    },
    close: () => producer.disconnect(),
  };
}

/**
 * Writes every event of the log to the topic, in order and at least once. One relay works at a time; two at once send
 * events twice, but lose none, because the checkpoint moves by compare-and-set from what was read before sending.
 */
export function startRelay(options: RelayOptions): Relay {
  const { pool, log, settings, onError, onProblem } = options;
  const { topic } = settings;
  let position = 0;

  async function follow(signal: AbortSignal): Promise<void> {
    await requireKafka(settings);
    const kafka = openKafka(settings, 'relay');
    const stored = await readCheckpoint(pool, topic);
    let at: RelayCheckpoint = await requireSameEvents(kafka, topic, log, stored);
    let from = stored.position;
    const sender = await senderTo(kafka, topic);
    try {
      for await (const page of log.tail(at.position, { ...PAGE, signal })) {
        if (signal.aborted) return;
        const offsets = await sender.send(page);
        await options.onSent?.(page);
        at = { position: page.through, offsets: { ...at.offsets, ...offsets } };
        if (!(await moveCheckpoint(pool, topic, from, at))) {
          throw new CheckpointMoved(`another relay has moved the checkpoint of ${topic} from ${from}`);
        }
        from = page.through;
        position = page.through;
      }
    } finally {
      await sender.close();
    }
  }

  async function work(_: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof KafkaProblem && !(error instanceof KafkaUnreachable)) return onProblem(error);
        if (!(error instanceof CheckpointMoved)) onError(error);
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  const leases = holdLeases({
    pool,
    kind: 'relay',
    names: [topic],
    work,
    retryMs: options.leaseRetryMs,
    onError: (_, error) => onError(error),
  });
  return { position: () => position, stop: () => leases.stop() };
}
