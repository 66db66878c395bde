import kafkajs, { type Admin, type Kafka } from 'kafkajs';
import { requireBroker } from './broker-version.ts';
import { openKafka } from './client.ts';
import { KafkaProblem, type KafkaSettings, KafkaUnreachable } from './settings.ts';

/**
 * Settings that the topic must have. Compaction would keep only the newest event of each creator. The broker sets the
 * times: past events are not removed immediately, and a clock that jumps has no effect.
 */
const REQUIRED: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'message.timestamp.type': 'LogAppendTime',
};
/** Room for the largest page of the relay. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
const MAX_REPLICAS = 3;

async function createTopic(admin: Admin, { topic, partitions }: KafkaSettings): Promise<void> {
  const { brokers } = await admin.describeCluster();
  const settings = { ...REQUIRED, 'max.message.bytes': String(MAX_MESSAGE_BYTES) };
  await admin.createTopics({
    topics: [
      {
        topic,
        numPartitions: partitions,
        replicationFactor: Math.min(brokers.length, MAX_REPLICAS),
        configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
      },
    ],
    waitForLeaders: true,
  });
}

async function requireTopic(admin: Admin, settings: KafkaSettings): Promise<void> {
  const { topic, partitions } = settings;
  if (!(await admin.listTopics()).includes(topic)) return createTopic(admin, settings);
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  const found = topics[0]?.partitions.length ?? 0;
  if (found < partitions) {
    throw new KafkaProblem(
      `the topic ${topic} has ${found} partitions, KAFKA_PARTITIONS is ${partitions}: set it to ${found}, or add partitions`,
    );
  }
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: Object.keys(REQUIRED) }],
  });
  for (const { configName, configValue } of resources[0]?.configEntries ?? []) {
    const required = REQUIRED[configName];
    if (required === undefined || configValue === required) continue;
    throw new KafkaProblem(
      `the topic ${topic} has ${configName}=${configValue}: set it to ${required}, or let the relay create the topic`,
    );
  }
}

export async function withAdmin<Result>(
  kafka: Kafka,
  work: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** Creates the topic if it is missing. Throws a KafkaProblem of one line when Kafka cannot be used. */
export async function requireKafka(settings: KafkaSettings): Promise<void> {
  await requireBroker(settings.brokers, settings.tls);
  await withAdmin(openKafka(settings, 'check'), (admin) => requireTopic(admin, settings)).catch((error) => {
    if (error instanceof KafkaProblem) throw error;
    throw new KafkaUnreachable(`Kafka at ${settings.brokers.join(',')} does not work (${error.message})`);
  });
}
