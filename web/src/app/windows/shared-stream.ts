import { windowChannel } from './channel.ts';

interface Listeners {
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
/** A first connection that takes longer may have missed changes of data that was read before it. */
const LATE_MS = 1_000;
/** A browser does not repeat what the server refused. */
const REOPEN_MS = 60_000;

type StreamEvent = { kind: 'open' | 'alive' | 'ask' } | { kind: 'message'; data: unknown };

/**
 * One stream of server-sent events for all windows of a browser: over HTTP/1.1 a browser has six connections to a site,
 * and each stream holds one. A visible window holds the stream and passes its events on. A hidden one gives it up,
 * because phones stop hidden pages.
 * @param owner windows of different people do not share a stream
 */
export function sharedStream(url: string, owner: string, { onMissed, onMessage }: Listeners): SharedStream {
  const name = `stream ${owner} ${url}`;
  // Pages without TLS have no locks: each window has its own stream.
  const channel = 'locks' in navigator ? windowChannel(name) : undefined;
  let stream: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const startedAt = performance.now();
  let heardAt = Number.NEGATIVE_INFINITY;
  let wasHidden = false;
  /** Undefined while the window is hidden. */
  let turn: AbortController | undefined;

  function hear(event: StreamEvent): void {
    const isFirst = heardAt === Number.NEGATIVE_INFINITY;
    heardAt = performance.now();
    const mayHaveMissed = isFirst ? heardAt - startedAt > LATE_MS : event.kind === 'open';
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
    stream = new EventSource(url);
    stream.onopen = () => pass({ kind: 'open' });
    stream.onmessage = ({ data }) => pass({ kind: 'message', data });
    stream.addEventListener('point', () => pass({ kind: 'alive' }));
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
      else if (stream?.readyState === EventSource.OPEN) pass({ kind: 'alive' });
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
