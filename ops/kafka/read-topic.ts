import { randomUUID } from 'node:crypto';
import { openKafka } from '#events/feed/kafka/client.ts';
import { receivedOf } from '#events/feed/kafka/message.ts';
import type { KafkaSettings } from '#events/feed/kafka/settings.ts';
import { withAdmin } from '#events/feed/kafka/topic.ts';

export interface Sent {
  partition: number;
  key: string;
  /** 0 for a message of another program. */
  position: number;
  id: string;
}

/** All messages that the topic has now, each partition in order. */
export async function readTopic(settings: KafkaSettings): Promise<Sent[]> {
  const { topic } = settings;
  const kafka = openKafka(settings, 'reading');
  const ends = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  const left = new Set(ends.filter(({ low, high }) => low !== high).map(({ partition }) => partition));
  const end = new Map(ends.map(({ partition, high }) => [partition, BigInt(high) - 1n]));
  const sent: Sent[] = [];
  if (left.size === 0) return sent;
  const consumer = kafka.consumer({ groupId: `reading-${randomUUID()}` });
  const whole = Promise.withResolvers<void>();
  // The client retries temporary errors (a coordinator that still loads).
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) whole.reject(payload.error);
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      async eachMessage({ partition, message }) {
        const { position = 0, id = '' } = receivedOf(message) ?? {};
        sent.push({ partition, key: String(message.key), position, id });
        if (BigInt(message.offset) >= (end.get(partition) ?? 0n)) left.delete(partition);
        if (left.size === 0) whole.resolve();
      },
    });
    await whole.promise;
    return sent;
  } finally {
    await consumer.disconnect();
  }
}
