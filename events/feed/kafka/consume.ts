import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import type { Pool } from 'pg';
import { readCheckpoint } from './checkpoint.ts';
import { openKafka } from './client.ts';
import type { InOrder } from './in-order.ts';
import { type Received, receivedOf } from './message.ts';
import type { KafkaSettings } from './settings.ts';
import { withAdmin } from './topic.ts';

export interface ConsumeOptions {
  pool: Pool;
  settings: KafkaSettings;
  /** Reports a failure; reading continues. */
  onError(error: unknown): void;
  /** A message of another program, which is ignored. */
  onForeign(partition: number, offset: string): void;
}

const RETRY_MS = 1_000;
/** Of one answer of the broker, in memory besides what is held. */
const FETCH = { maxBytes: 2 * 1024 * 1024, maxBytesPerPartition: 512 * 1024, maxWaitTimeInMs: 500 };
/** Every partition has its turn, also while others wait for memory. */
const PARTITIONS_AT_ONCE = 64;

/**
 * Reads all partitions into an order, in a separate group: two members of one group would wait for each other's
 * partitions. Starts at the offsets of the relay's checkpoint, and connects again after failures.
 */
export function consume({ pool, settings, onError, onForeign }: ConsumeOptions, into: InOrder<Received>) {
  const { topic } = settings;
  const groupId = `fanwatt-reader-${randomUUID()}`;
  const kafka = openKafka(settings, 'reader');
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Offset of the next message by partition. */
  const next = new Map<number, string>();
  /** Partitions that are ahead, with the position that was not taken. */
  const paused = new Map<number, number>();
  let consumer: Consumer | undefined;

  async function onBatch({ batch, resolveOffset, pause, isStale }: EachBatchPayload): Promise<void> {
    const { partition } = batch;
    for (const message of batch.messages) {
      if (isStale() || signal.aborted) return;
      const received = receivedOf(message);
      if (!received) onForeign(partition, message.offset);
      else if (into.offer(received) === 'full') {
        // This partition is ahead: the missing event is in another one.
        paused.set(partition, received.position);
        pause();
        return;
      }
      resolveOffset(message.offset);
      next.set(partition, String(BigInt(message.offset) + 1n));
    }
  }

  /** Reads until the connection is lost. */
  async function read(): Promise<void> {
    const { offsets } = await readCheckpoint(pool, topic);
    for (const [partition, offset] of Object.entries(offsets)) {
      if (!next.has(Number(partition))) next.set(Number(partition), offset);
    }
    const retry = { retries: 2, restartOnFailure: async () => false };
    const current = kafka.consumer({ groupId, ...FETCH, retry });
    const crashed = Promise.withResolvers<void>();
    crashed.promise.catch(() => undefined);
    current.on(current.events.CRASH, ({ payload }) => crashed.reject(payload.error));
    // No offset is stored in Kafka: each time the group is joined, they are set again.
    current.on(current.events.GROUP_JOIN, () => {
      for (const [partition, offset] of next) current.seek({ topic, partition, offset });
    });
    const abort = (): void => crashed.resolve();
    signal.addEventListener('abort', abort);
    try {
      await current.connect();
      await current.subscribe({ topics: [topic], fromBeginning: true });
      await current.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: onBatch,
        partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
      });
      consumer = current;
      if (!signal.aborted) await crashed.promise;
    } finally {
      signal.removeEventListener('abort', abort);
      consumer = undefined;
      paused.clear();
      await current.disconnect().catch(() => undefined);
    }
  }

  const running = (async () => {
    while (!signal.aborted) {
      await read().catch((error) => signal.aborted || onError(error));
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();

  return {
    /** Continues with the partitions for which there is room again. */
    resume(): void {
      for (const [partition, position] of paused) {
        if (!consumer || !into.hasRoomFor(position)) continue;
        paused.delete(partition);
        consumer.resume([{ topic, partitions: [partition] }]);
      }
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      // Otherwise the broker would keep the empty group for a week.
      await withAdmin(kafka, (admin) => admin.deleteGroups([groupId])).catch(() => undefined);
    },
  };
}
