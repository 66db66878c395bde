/** How the server of a story is started. */
export interface StoryMode {
  env?: NodeJS.ProcessEnv;
  /** Words of `npm start --`. */
  words?: readonly string[];
}

/** Other ways to run the server of stories without the demo, chosen by STORY_ON; `npm run stories` tries each. */
const MODES: Readonly<Record<string, () => Promise<StoryMode>>> = {
  async esdb() {
    const { startEventStoreServer } = await import('#events/log/eventstoredb/testing/event-store-server.ts');
    // It ends with the process of the tests.
    return { env: { EVENT_LOG: (await startEventStoreServer()).url } };
  },
  async kafka() {
    const { brokerUnderTest } = await import('#ops/kafka/testing/broker-under-test.ts');
    const { brokers } = await brokerUnderTest();
    if (brokers.length === 0) throw new Error('no Kafka: install Java and Maven, or set KAFKA_BROKERS');
    return { env: { FEED: 'kafka', KAFKA_BROKERS: brokers.join(), KAFKA_TOPIC: `stories-${process.pid}` } };
  },
  /** In a browser that has nothing newer than the oldest ones. */
  oldest: async () => ({}),
  replicas: async () => ({ words: ['--replicas', '3'] }),
};

export const inOldestBrowser = process.env.STORY_ON === 'oldest';

export const STORY_MODES = Object.keys(MODES);

export async function storyMode(): Promise<StoryMode> {
  const { STORY_ON: name } = process.env;
  if (!name) return {};
  const start = MODES[name];
  if (!start) throw new Error(`STORY_ON: one of ${STORY_MODES.join(', ')}`);
  return start();
}
