import type { Writable } from 'node:stream';
import { type Hint, hintOf, type RecentHints } from './recent-hints.ts';

/** With more unsent bytes a stream waits; with unsent bytes at two heartbeats it is closed. */
const MAX_UNSENT_BYTES = 4_096;
/** Another process may have been faster: an id is unknown only after this time. */
const UNKNOWN_ID_MS = 1_000;

/** Every topic may have moved: hints were missed and are no longer known. */
const ALL_TOPICS = '*';

export interface LiveStreamOptions {
  /** Ends the stream by its `close`. */
  out: Writable;
  recent: RecentHints;
  isMine(hint: Hint): boolean;
  /** The last id that the client received before it connected again. */
  lastId?: string | undefined;
  /** Of a client without an id: its data are at most so old. */
  age_ms?: number | undefined;
}

/**
 * One client's server-sent events. Hints are sent immediately, then the newest of each topic at intervals. The first
 * interval after a quiet time is short.
 */
export function liveStream({ out, recent, isMine, lastId, age_ms }: LiveStreamOptions) {
  /** In the order of their ids: with each, the client has received all before it. */
  const waiting = new Map<string, Hint>();
  let restsUntil = 0;
  const missedHints = (): readonly Hint[] | undefined =>
    lastId === undefined ? recent.ofLast(age_ms ?? 0) : recent.after(lastId);
  /** Until when an id that is unknown may still come. */
  let resumes =
    lastId === undefined && age_ms === undefined
      ? undefined
      : { until: performance.now() + (lastId === undefined ? 0 : UNKNOWN_ID_MS) };
  let unsent = false;

  function wait(hint: Hint): void {
    waiting.delete(hint.topic);
    waiting.set(hint.topic, hint);
  }
  /** Finds what the client missed. @returns false as long as its last id may still come */
  function resumed(): boolean {
    if (!resumes) return true;
    const missed = missedHints();
    if (!missed && performance.now() < resumes.until) return false;
    resumes = undefined;
    waiting.clear();
    for (const hint of missed ?? []) if (isMine(hint)) wait(hint);
    if (!missed) wait(hintOf(ALL_TOPICS, 0, undefined, recent.newest()));
    return true;
  }
  function send(text: string | Uint8Array): void {
    if (out.writable) out.write(text);
  }
  /** @returns whether hints wait, or the stream rests: it must be called again */
  function flush(restMs: number): boolean {
    const now = performance.now();
    if (restsUntil > now || out.writableLength > MAX_UNSENT_BYTES || !resumed()) return true;
    const [first, ...others] = [...waiting.values()].map(({ bytes }) => bytes);
    if (!first) return false;
    send(others.length === 0 ? first : Buffer.concat([first, ...others]));
    waiting.clear();
    // One payment updates several read models, one after another.
    const wasQuiet = restsUntil + restMs < now;
    restsUntil = now + (wasQuiet ? restMs / 3 : restMs);
    return true;
  }
  /**
   * A stream that is up to date gets the newest id, to resume from; another one only a comment. The id is that of an
   * event with data: Firefox and WebKit ignore an id that comes without.
   */
  const point = (): void =>
    send(waiting.size > 0 || resumes ? ': \n\n' : `id: ${recent.newest()}\nevent: point\ndata: {}\n\n`);
  /** Keeps proxies from closing a quiet stream. */
  function beat(): void {
    if (unsent && out.writableLength > 0) out.destroy();
    unsent = out.writableLength > 0;
    if (!unsent) point();
  }

  return { wait, flush, point, beat, end: () => out.end() };
}
