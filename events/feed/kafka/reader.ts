import type { Pool } from 'pg';
import { type LogPage, LogUnreachable, PAGE_BYTES, type ReadAllOptions } from '../../log/log.ts';
import type { Feed } from '../feed.ts';
import { consume } from './consume.ts';
import { inOrder } from './in-order.ts';
import type { Received } from './message.ts';
import { isInLog } from './newest.ts';
import { KafkaProblem, type KafkaSettings } from './settings.ts';

export interface ReaderOptions {
  log: Feed;
  /** Of the log's database, with the relay's checkpoint. */
  pool: Pool;
  settings: KafkaSettings;
  /** Called for every new failure; reading continues, from the log if necessary. */
  onError(error: unknown): void;
  /** Bounds of the events ahead and of the next ones, for each subscriber. */
  most?: { bytes: number; items: number };
}

/** Events by where they were read from. */
export interface FeedCounts {
  kafka: number;
  log: number;
}

export interface KafkaFeed extends Feed {
  counts(): FeedCounts;
}

const MAX_BATCH = { bytes: 4 * 1024 * 1024, items: 5_000 };
/** After so long without the next event the log is queried, as a subscriber of the log does. */
const TIMEOUT_MS = 1_000;

const wantedOf = (events: readonly Received[], types: readonly string[] | undefined) => {
  const wanted = types && new Set(types);
  return events.filter(({ type }) => !wanted || wanted.has(type)).map((received) => received.event());
};

/**
 * Pages of the log as they arrive from Kafka, in total order, each event once. What does not arrive (messages that
 * retention has removed, a relay or broker that is down) is read from the log until the positions meet. A tail gives
 * only events that the log has: otherwise it continues with the log alone.
 */
export function kafkaFeed({ log, pool, settings, onError, most = MAX_BATCH }: ReaderOptions): KafkaFeed {
  const counts: FeedCounts = { kafka: 0, log: 0 };
  let reported = '';
  /** A failure that repeats every second is reported once. */
  const report = (error: unknown): void => {
    const text = error instanceof Error ? error.message : String(error);
    if (text !== reported) onError(error);
    reported = text;
  };
  let foreign = false;
  const onForeign = (partition: number, offset: string): void => {
    if (foreign) return;
    foreign = true;
    onError(
      new KafkaProblem(
        `the topic ${settings.topic} has messages of other programs, which are ignored (the first: partition ${partition}, offset ${offset})`,
      ),
    );
  };

  async function* tail(
    after: number,
    { signal, ...options }: ReadAllOptions & { signal: AbortSignal },
  ): AsyncGenerator<LogPage> {
    const held = inOrder<Received>(after, most);
    const consuming = consume({ pool, settings, onError: report, onForeign }, held);
    let through = after;
    let patience = TIMEOUT_MS;
    try {
      while (!signal.aborted) {
        const found = held.take(options.limit, options.bytes ?? PAGE_BYTES);
        consuming.resume();
        const last = found?.entries.at(-1);
        if (found && last) {
          if (!(await isInLog(log, last))) {
            const text = `the topic ${settings.topic} has an event ${last.position} that the log does not have`;
            throw new KafkaProblem(`${text}: the log is read instead`);
          }
          const events = wantedOf(found.entries, options.types);
          counts.kafka += events.length;
          through = last.position;
          reported = '';
          yield { events, through, full: found.more, bytes: found.bytes };
          continue;
        }
        await held.next(patience, signal);
        patience = TIMEOUT_MS;
        if (signal.aborted || held.hasNext()) continue;
        const page = await log.readAll(through, options).catch(nothingWhileUnreachable);
        if (!page || page.through <= through) continue;
        through = page.through;
        held.moveTo(through);
        counts.log += page.events.length;
        // More is there already.
        if (page.full) patience = 0;
        yield page;
      }
    } catch (error) {
      if (!(error instanceof KafkaProblem)) throw error;
      report(error);
      await consuming.stop();
      yield* log.tail(through, { ...options, signal });
    } finally {
      await consuming.stop();
    }
  }

  return {
    head: () => log.head(),
    readAll: (after, options) => log.readAll(after, options),
    tail,
    counts: () => counts,
  };
}

function nothingWhileUnreachable(error: unknown): undefined {
  if (!(error instanceof LogUnreachable)) throw error;
}
