import { setTimeout as sleep } from 'node:timers/promises';
import type { Feed } from '../../feed/feed.ts';
import { type LogPage, PAGE_BYTES, type ReadAllOptions } from '../log.ts';
import { batchOf, type LogBatch } from './batch.ts';
import { readAhead } from './read-ahead.ts';

/** A page and the position that it follows on. */
interface FollowingPage extends LogPage {
  after: number;
}

interface Follower {
  waiting: FollowingPage[];
  wake(): void;
}

interface Reader {
  /** The start of the next shared page; undefined until known. */
  at: number | undefined;
  stopping: AbortController;
}

export interface SharedTailOptions {
  log: Feed;
  /** The types that any subscriber follows; the whole log by default. */
  types?: readonly string[];
  /** Called when the log cannot be read; reading continues. */
  onError(error: unknown): void;
  /** Pause between pages in ms: events written within it share a page. */
  pauseMs(): number;
  /** Bytes of a page; a follower keeps at most twice as many in memory. */
  bytes?: number;
}

interface FollowOptions {
  /** Events of a batch. */
  limit: number;
  types?: readonly string[];
  signal: AbortSignal;
  /** Called when there is nothing more to read for now. */
  atHead?(): void;
}

/** A batch is a page too, so that a tail can follow another one. */
type SharedPage = LogBatch & LogPage;

export interface SharedTail {
  /** Batches of the log from a position on. Waits for new events; ends when the signal aborts. */
  follow(after: number, options: FollowOptions): AsyncGenerator<SharedPage>;
}

const EVENTS_PER_PAGE = 2_000;
const RETRY_MS = 1_000;
const MAX_WAITING_PAGES = 16;

/** Pages that follow on each other become one: many small commits share a transaction. */
function takeMerged(waiting: FollowingPage[], limit: number, most: number): FollowingPage | undefined {
  const first = waiting.shift();
  if (!first || waiting[0]?.after !== first.through) return first;
  const events = [...first.events];
  let { through, bytes } = first;
  for (let next = waiting[0]; next?.after === through; next = waiting[0]) {
    if (events.length >= limit || bytes + next.bytes > most) break;
    waiting.shift();
    events.push(...next.events);
    ({ through } = next);
    bytes += next.bytes;
  }
  return { ...first, through, events, bytes };
}

/**
 * The tail of the log for all subscribers of a process. Subscribers at the head share the pages of one reader; others
 * read separately until they reach it. Nothing is read without subscribers.
 */
export function sharedTail({
  log,
  types,
  onError,
  pauseMs,
  bytes = PAGE_BYTES,
}: SharedTailOptions): SharedTail {
  const followers = new Set<Follower>();
  let reader: Reader | undefined;

  const notifyFollowers = (page?: FollowingPage): void => {
    for (const follower of followers) {
      // A slow follower loses the pages and reads them itself.
      const waitingBytes = follower.waiting.reduce((sum, waiting) => sum + waiting.bytes, page?.bytes ?? 0);
      if (follower.waiting.length >= MAX_WAITING_PAGES || waitingBytes > 2 * bytes)
        follower.waiting.length = 0;
      if (page) follower.waiting.push(page);
      follower.wake();
    }
  };

  async function read(mine: Reader): Promise<void> {
    const { signal } = mine.stopping;
    while (!signal.aborted) {
      try {
        let at = mine.at ?? (await log.head());
        if (signal.aborted) return;
        mine.at = at;
        notifyFollowers();
        const options = { limit: EVENTS_PER_PAGE, bytes, signal, ...(types && { types }) };
        for await (const page of log.tail(at, options)) {
          if (signal.aborted) return;
          notifyFollowers({ ...page, after: at });
          at = page.through;
          mine.at = at;
          if (!page.full) await sleep(pauseMs(), undefined, { signal }).catch(() => undefined);
        }
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  function join(follower: Follower): void {
    followers.add(follower);
    if (reader) return;
    reader = { at: undefined, stopping: new AbortController() };
    void read(reader);
  }

  function leave(follower: Follower): void {
    followers.delete(follower);
    if (followers.size > 0) return;
    reader?.stopping.abort();
    reader = undefined;
  }

  async function* follow(after: number, options: FollowOptions): AsyncGenerator<SharedPage> {
    const { signal, limit } = options;
    const wanted = options.types && new Set(options.types);
    const range: ReadAllOptions = { limit, bytes, ...(options.types && { types: options.types }) };
    const follower: Follower = { waiting: [], wake: () => undefined };
    const wake = (): void => follower.wake();
    let through = after;
    signal.addEventListener('abort', wake);
    join(follower);
    try {
      // The current head; the reader may not have reached it.
      let target = await log.head();
      while (!signal.aborted) {
        for await (const batch of readAhead(log, through, { ...range, until: target })) {
          if (signal.aborted) return;
          yield { ...batch, bytes, full: true };
          ({ through } = batch);
        }
        if (signal.aborted) return;
        const next = follower.waiting[0];
        target = next ? next.after : (reader?.at ?? through);
        if (target > through) continue;
        if (!next) {
          options.atHead?.();
          await new Promise<void>((resolve) => {
            follower.wake = resolve;
          });
          continue;
        }
        const page = takeMerged(follower.waiting, limit, bytes);
        if (!page || page.through <= through) continue;
        yield { ...page, ...batchOf(page, through, wanted) };
        ({ through } = page);
      }
    } finally {
      signal.removeEventListener('abort', wake);
      leave(follower);
    }
  }

  return { follow };
}
