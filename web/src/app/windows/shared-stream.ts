import { withQuery } from '#services/contract/endpoint.ts';
import { windowChannel } from './channel.ts';

interface StreamOptions {
  path: string;
  query: Readonly<Record<string, string>>;
  /** Windows of different people do not share a stream. */
  owner: string;
  /** `performance.now()` when the page began to read data. */
  since: number;
  /** Events may have been missed: after a break, or while the window was hidden. */
  onMissed(): void;
  onMessage(data: unknown): void;
}

export interface SharedStream {
  /** Whether this window, or another one for it, is connected. */
  isOpen(): boolean;
  close(): void;
}

/** The server sends something three times in this time. */
const SILENCE_MS = 60_000;
/** A connection that takes longer may have missed changes of data that was read before it. */
const LATE_MS = 1_000;
/** Data may have been requested this long before `since`. */
const EARLY_MS = 1_000;
/** The server remembers changes this long. */
const KNOWN_MS = 60_000;
/** A browser does not repeat what the server refused. */
const REOPEN_MS = 60_000;

type StreamEvent =
  | { kind: 'open' | 'ask' }
  /** `quiet_ms`: time since the newest change, in milliseconds. */
  | { kind: 'alive'; quiet_ms: number }
  | { kind: 'message'; data: unknown };

/**
 * One stream of server-sent events for all windows of a browser: over HTTP/1.1 a browser has six connections to a site,
 * and each stream holds one. A visible window holds the stream and passes its events on. A hidden one gives it up,
 * because phones stop hidden pages. Changes between the first data and the stream are not missed: the server sends
 * them first, and the window that holds the stream says since when nothing changed.
 */
export function sharedStream(options: StreamOptions): SharedStream {
  const { path, query, owner, since, onMissed, onMessage } = options;
  const name = `stream ${owner} ${withQuery(path, query)}`;
  // Pages without TLS have no locks: each window has its own stream.
  const channel = 'locks' in navigator ? windowChannel(name) : undefined;
  let stream: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let heardAt = Number.NEGATIVE_INFINITY;
  /** The newest change, or the time from which on changes are known. */
  let changedAt = Number.POSITIVE_INFINITY;
  /** No change since the first data was missed. */
  let isCaughtUp = false;
  let wasHidden = false;
  /** Undefined while the window is hidden. */
  let turn: AbortController | undefined;

  /** How old the data may be. */
  const age = (): number => performance.now() - since + EARLY_MS;
  const quiet = (): number => Math.max(0, performance.now() - changedAt);

  function hear(event: StreamEvent): void {
    heardAt = performance.now();
    const mayHaveMissed =
      event.kind === 'open' || (!isCaughtUp && event.kind === 'alive' && event.quiet_ms < age());
    if (event.kind !== 'message') isCaughtUp = true;
    if (event.kind !== 'alive') changedAt = heardAt;
    // A window that was opened in the background has data from before it was shown.
    if (wasHidden || mayHaveMissed) onMissed();
    wasHidden = document.hidden;
    if (event.kind === 'message') onMessage(event.data);
  }
  function pass(event: StreamEvent): void {
    channel?.postMessage(event);
    hear(event);
  }
  function connect(): void {
    stream?.close();
    const startedAt = performance.now();
    const age_ms = Math.ceil(age() + LATE_MS);
    const hasAge = !isCaughtUp && age_ms <= KNOWN_MS;
    stream = new EventSource(withQuery(path, hasAge ? { ...query, age: age_ms } : query));
    stream.onopen = () => {
      if (!hasAge || isCaughtUp || performance.now() - startedAt > LATE_MS) {
        pass({ kind: 'open' });
        return;
      }
      // The server sends what changed before as its next messages.
      channel?.postMessage({ kind: 'open' } satisfies StreamEvent);
      changedAt = since - EARLY_MS;
      hear({ kind: 'alive', quiet_ms: Number.POSITIVE_INFINITY });
    };
    stream.onmessage = ({ data }) => pass({ kind: 'message', data });
    stream.addEventListener('point', () => pass({ kind: 'alive', quiet_ms: quiet() }));
    stream.onerror = () => {
      if (stream?.readyState === EventSource.CLOSED) reopening = setTimeout(connect, REOPEN_MS);
    };
  }
  function disconnect(): void {
    clearTimeout(reopening);
    stream?.close();
    stream = undefined;
    turn?.abort();
    turn = undefined;
  }
  function join(): void {
    if (document.hidden) {
      wasHidden = true;
      disconnect();
      return;
    }
    if (turn) return;
    turn = new AbortController();
    if (!channel) {
      connect();
      return;
    }
    channel.postMessage({ kind: 'ask' } satisfies StreamEvent);
    const { signal } = turn;
    const hold = () =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        connect();
      });
    // Aborted: the window was hidden or closed before its turn.
    navigator.locks.request(name, { signal }, hold).catch(() => undefined);
  }
  if (channel)
    channel.onmessage = ({ data: event }: MessageEvent<StreamEvent>) => {
      if (event.kind !== 'ask') hear(event);
      else if (stream?.readyState === EventSource.OPEN) pass({ kind: 'alive', quiet_ms: quiet() });
    };
  join();
  document.addEventListener('visibilitychange', join);
  return {
    isOpen: () =>
      stream ? stream.readyState === EventSource.OPEN : performance.now() - heardAt < SILENCE_MS,
    close() {
      document.removeEventListener('visibilitychange', join);
      disconnect();
      channel?.close();
    },
  };
}
