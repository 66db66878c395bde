import { randomUUID } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import type { Feed } from '../feed.ts';
import type { RelayCheckpoint } from './checkpoint.ts';
import { type Received, receivedOf } from './message.ts';
import { KafkaProblem } from './settings.ts';
import { withAdmin } from './topic.ts';

const READ_MS = 30_000;

interface Range {
  from: bigint;
  /** Offset after the last message. */
  end: bigint;
}

/** Gives all messages of these ranges, each partition in order. */
async function readRanges(
  kafka: Kafka,
  topic: string,
  ranges: ReadonlyMap<number, Range>,
  onMessage: (received: Received) => void,
): Promise<void> {
  const left = new Set(ranges.keys());
  const groupId = `fanwatt-check-${randomUUID()}`;
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: 500,
    retry: { restartOnFailure: async () => false },
  });
  const { promise: read, resolve, reject } = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  consumer.on(consumer.events.GROUP_JOIN, () => {
    for (const [partition, { from }] of ranges) consumer.seek({ topic, partition, offset: String(from) });
  });
  const timer = setTimeout(
    () => reject(new Error(`the topic ${topic} was not read in ${READ_MS} ms`)),
    READ_MS,
  );
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      async eachBatch({ batch }) {
        const { partition, messages } = batch;
        const { from, end } = ranges.get(partition) ?? { from: 0n, end: 0n };
        for (const message of messages) {
          const offset = BigInt(message.offset);
          const received = offset >= from && offset < end ? receivedOf(message) : undefined;
          if (received) onMessage(received);
        }
        if (BigInt(batch.lastOffset()) + 1n >= end) left.delete(partition);
        if (left.size === 0) resolve();
      },
    });
    await read;
  } finally {
    clearTimeout(timer);
    await consumer.disconnect();
    await withAdmin(kafka, (admin) => admin.deleteGroups([groupId])).catch(() => undefined);
  }
}

/**
 * Compares the topic with the log. @returns the checkpoint to continue from: the beginning, if the topic has fewer
 * messages than were sent. Throws a KafkaProblem if it has events that the log does not have.
 */
export async function requireSameEvents(
  kafka: Kafka,
  topic: string,
  log: Feed,
  checkpoint: RelayCheckpoint,
): Promise<RelayCheckpoint> {
  const ends = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  const sent = (partition: number): bigint => BigInt(checkpoint.offsets[partition] ?? -1);
  const lost = ends.some(({ partition, high }) => sent(partition) >= BigInt(high));
  const last = ({ high }: { high: string }): bigint => BigInt(high) - 1n;
  const ranges = new Map<number, Range>();
  for (const end of ends) {
    const [low, high, known] = [BigInt(end.low), BigInt(end.high), sent(end.partition)];
    // The newest event of each partition is enough, and it is at the checkpoint's offset or after it.
    const from = known >= 0n && !lost ? known : last(end);
    if (high > low) ranges.set(end.partition, { from: from > low ? from : low, end: high });
  }
  const newest = { position: 0, id: '' };
  if (ranges.size > 0) {
    await readRanges(kafka, topic, ranges, ({ position, id }) => {
      if (position > newest.position) Object.assign(newest, { position, id });
    });
  }
  if (newest.position > 0 && !(await isInLog(log, newest))) {
    throw new KafkaProblem(
      `the topic ${topic} has an event ${newest.position} that the log does not have: delete it, or set KAFKA_TOPIC to a new one`,
    );
  }
  return lost ? { position: 0, offsets: {} } : checkpoint;
}

/** Whether the log has this event at this position. */
export async function isInLog(
  log: Feed,
  { position, id }: Pick<Received, 'position' | 'id'>,
): Promise<boolean> {
  const { events } = await log.readAll(position - 1, { limit: 1 });
  return events[0]?.position === position && events[0].id === id;
}
