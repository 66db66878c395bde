import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog, LogPage } from '#events/log/log.ts';

type Log = Pick<EventLog, 'head' | 'readAll' | 'tail'>;

/** A page and the position that it follows on. */
interface FollowingPage extends LogPage {
  after: number;
}

interface Follower {
  waiting: FollowingPage[];
  wake(): void;
}

interface Reader {
  /** Where the next shared page begins; undefined before that is known. */
  at: number | undefined;
  stopping: AbortController;
}

export interface SharedTailOptions {
  log: Log;
  /** Of all that follow: nothing else is read at the head. */
  types: readonly string[];
  /** Told when the log cannot be read; reading goes on. */
  onError(error: unknown): void;
  /** Pause between pages, in ms: what comes within it shares a page. */
  lingerMs?: number;
}

const EVENTS_PER_PAGE = 2_000;
const LINGER_MS = 200;
const RETRY_MS = 1_000;
/** A process makes little of an event, and many of them may be behind at once. */
const BYTES_PER_PAGE = 1024 * 1024;
const MOST_WAITING_PAGES = 16;
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/**
 * The log's tail for many followers in one process: a follower at the head gets the pages of one
 * reader; one that is behind reads by itself until it is there. It reads only while it has followers.
 */
export function sharedTail({ log, types, onError, lingerMs = LINGER_MS }: SharedTailOptions) {
  const followers = new Set<Follower>();
  let reader: Reader | undefined;

  const tell = (page?: FollowingPage): void => {
    for (const follower of followers) {
      // Who does not come along reads for itself again.
      const bytes = follower.waiting.reduce((sum, waiting) => sum + waiting.bytes, page?.bytes ?? 0);
      if (follower.waiting.length >= MOST_WAITING_PAGES || bytes > MOST_WAITING_BYTES)
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
        tell();
        const bounds = { limit: EVENTS_PER_PAGE, bytes: BYTES_PER_PAGE };
        for await (const page of log.tail(at, { ...bounds, types, signal })) {
          if (signal.aborted) return;
          tell({ ...page, after: at });
          at = page.through;
          mine.at = at;
          if (!page.full) {
            await sleep(lingerMs, undefined, { signal }).catch(() => undefined);
          }
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

  async function* tail(
    after: number,
    { signal, ...options }: Parameters<Log['tail']>[1],
  ): AsyncGenerator<LogPage> {
    const wanted = options.types && new Set(options.types);
    const follower: Follower = { waiting: [], wake: () => undefined };
    const wake = (): void => follower.wake();
    signal.addEventListener('abort', wake);
    join(follower);
    let through = after;
    try {
      while (!signal.aborted) {
        const next = follower.waiting[0];
        const behind = (next ? next.after : (reader?.at ?? through)) > through;
        if (behind) {
          const page = await log.readAll(through, { bytes: BYTES_PER_PAGE, ...options });
          if (page.through > through) yield page;
          through = page.through;
        } else if (next) {
          follower.waiting.shift();
          if (next.through <= through) continue;
          const from = through;
          through = next.through;
          const events = next.events.filter(
            ({ position, type }) => position > from && (!wanted || wanted.has(type)),
          );
          yield { ...next, events };
        } else {
          await new Promise<void>((resolve) => {
            follower.wake = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener('abort', wake);
      leave(follower);
    }
  }

  return { tail };
}
