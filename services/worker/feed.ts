import type { Pool } from 'pg';
import type { Feed } from '#events/feed/feed.ts';
import type { FeedCounts } from '#events/feed/kafka/reader.ts';
import type { EventLog } from '#events/log/log.ts';
import type { Config } from '#services/runtime/config.ts';

interface FeedParts {
  pool: Pool;
  log: EventLog;
  /** Of the background reader, which continues. */
  onError(error: unknown): void;
}

interface OpenFeed {
  feed: Feed;
  /** Undefined with the log as feed. */
  counts(): FeedCounts | undefined;
}

/** Where the worker's projections and processes get new events from. */
export async function openFeed(
  { kafka, feed }: Pick<Config, 'kafka' | 'feed'>,
  { pool, log, onError }: FeedParts,
): Promise<OpenFeed> {
  if (feed === 'log' || !kafka) return { feed: log, counts: () => undefined };
  // Loaded only here: the client needs memory in every process.
  const { kafkaFeed } = await import('#events/feed/kafka/reader.ts');
  const reader = kafkaFeed({ pool, log, settings: kafka, onError });
  return { feed: reader, counts: reader.counts };
}
