import { eventStoreMode } from './event-store-mode.ts';
import { kafkaMode } from './kafka-mode.ts';
import type { Mode } from './mode.ts';
import { replicasMode } from './replicas-mode.ts';

/** By the name of the option. Several can be used in one run. */
export const modes: Readonly<Record<string, Mode>> = {
  log: {
    use: '--log esdb: the log in EventStoreDB (a stand-in of three nodes), which is killed, stopped and disconnected, and whose leader falls silent',
    values: /^esdb$/,
    open: eventStoreMode,
  },
  feed: {
    use: '--feed kafka: read models and processes follow Kafka; relay and broker are killed, stopped and disconnected, too',
    values: /^kafka$/,
    open: kafkaMode,
  },
  replicas: {
    use: '--replicas N: so many API processes, 1 to 8',
    values: /^[1-8]$/,
    open: replicasMode,
  },
};
