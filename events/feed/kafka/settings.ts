/** Without the client: every process reads its settings. */
export const TOPIC = 'fanwatt.events';

/** The user that the broker knows. */
export interface KafkaLogin {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  username: string;
  password: string;
}

export interface KafkaSettings {
  /** `host:port` each. */
  brokers: readonly string[];
  /** With `ca` (PEM) instead of the system's authorities. Undefined: no TLS. */
  tls?: { ca?: string } | undefined;
  sasl?: KafkaLogin | undefined;
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
