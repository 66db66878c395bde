import { KafkaProblem } from '#events/feed/kafka/settings.ts';
import { requireKafka } from '#events/feed/kafka/topic.ts';
import { type Config, ConfigError } from '#services/runtime/config.ts';

/** Creates the topic if it is missing. Throws a ConfigError of one line when Kafka or the topic cannot be used. */
export async function requireTopic(kafka: NonNullable<Config['kafka']>): Promise<void> {
  await requireKafka(kafka).catch((error) => {
    throw error instanceof KafkaProblem ? new ConfigError(`KAFKA_BROKERS: ${error.message}`) : error;
  });
}
