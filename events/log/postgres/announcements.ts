import { Client, type ClientConfig } from 'pg';

const RECONNECT_AFTER_MS = 250;
/** A connection that only listens does not notice a silent database, so it sends a query at this interval. */
const PROBE_EVERY_MS = 5_000;
const PROBE = { text: 'SELECT 1', query_timeout: 5_000 };

/** Notifies readers of new positions. All readers of an adapter share one LISTEN connection. */
export interface Announcements {
  /**
   * Resolves when a position after `position` is announced, when announcements may have been missed, after
   * `atMostMs`, or when the signal aborts.
   */
  waitBeyond(position: number, atMostMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  beyond: number;
  wake(): void;
}

export function listenForAppends(config: ClientConfig): Announcements {
  const waiting = new Set<Waiting>();
  let announced = 0;
  let client: Client | undefined;
  let reconnecting: NodeJS.Timeout | undefined;
  let closed = false;

  const wake = (): void => {
    for (const one of waiting) if (announced > one.beyond) one.wake();
  };

  const connect = (): void => {
    const next = new Client(config);
    client = next;
    let lost = false;
    let probing: NodeJS.Timeout | undefined;
    const lose = (): void => {
      if (lost) return;
      lost = true;
      clearInterval(probing);
      next.end().catch(() => undefined);
      if (client !== next) return;
      client = undefined;
      if (closed) return;
      reconnecting = setTimeout(connect, RECONNECT_AFTER_MS);
      reconnecting.unref();
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', ({ payload }) => {
      announced = Math.max(announced, Number(payload));
      wake();
    });
    next
      .connect()
      .then(() => next.query('LISTEN log_appended'))
      // Earlier notifications are lost, so every reader reads again.
      .then(() => {
        for (const one of waiting) one.wake();
        if (!lost) probing = setInterval(() => next.query(PROBE).catch(lose), PROBE_EVERY_MS).unref();
      }, lose);
  };

  return {
    waitBeyond(position, atMostMs, signal) {
      if (client === undefined && reconnecting === undefined && !closed) connect();
      if (announced > position || signal.aborted || closed) return Promise.resolve();
      return new Promise((resolve) => {
        const one: Waiting = {
          beyond: position,
          wake() {
            clearTimeout(timer);
            signal.removeEventListener('abort', one.wake);
            waiting.delete(one);
            resolve();
          },
        };
        const timer = setTimeout(one.wake, atMostMs);
        signal.addEventListener('abort', one.wake);
        waiting.add(one);
      });
    },
    async close() {
      closed = true;
      clearTimeout(reconnecting);
      for (const one of waiting) one.wake();
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
