import type { EventLog } from '../log/log.ts';

/** Where subscribers get their pages from: the log, or Kafka with the log behind it. Both give the same events. */
export type Feed = Pick<EventLog, 'head' | 'readAll' | 'tail'>;
