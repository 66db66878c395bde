/** Without the client: every process reads its settings. */
export const TOPIC = 'fanwatt.events';

export interface KafkaSettings {
  /** `host:port` each. */
  brokers: readonly string[];
  topic: string;
  /** Of a new topic, and the fewest of an existing one. */
  partitions: number;
}

/** Kafka cannot be used as it is: an operator must change something. The message is one line. */
export class KafkaProblem extends Error {
  override name = 'KafkaProblem';
}

/** Kafka does not answer now, or does not work: the same may succeed later. */
export class KafkaUnreachable extends KafkaProblem {
  override name = 'KafkaUnreachable';
}
