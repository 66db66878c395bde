import { Client } from 'pg';
import { connectionConfig } from './database.ts';

/** The process's one LISTEN connection, shared by all who wait for a NOTIFY. */
export interface Listener {
  /**
   * Calls `onPayload` for each payload on the channel. `missed` is called after a reconnection: payloads in between are
   * lost, so caches must reload.
   * @returns a function that ends the subscription
   */
  on(channel: string, onPayload: (payload: string) => void, missed?: () => void): Promise<() => void>;
  /**
   * A time (performance.now()) up to which all payloads were received. It stops while the connection is lost or
   * silent, so a cache knows its possible age.
   */
  heardUntil(): number;
  close(): Promise<void>;
}

interface Subscription {
  onPayload(payload: string): void;
  missed?: (() => void) | undefined;
}

/** Interval of heartbeats on the connection. */
const PROBE_MS = 300;
/** A connection without an answer for this many intervals (5 s) is replaced. A clock would count time in which this process was held up. */
const SILENT_INTERVALS = 17;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** Maximum age of a cached value while its notifications can be lost. */
const UNHEARD_MS = 900;

/** Whether a value read at a time (performance.now()) is still valid in a cache that follows the listener. */
export const isCurrent = (listener: Pick<Listener, 'heardUntil'>, read_at: number): boolean =>
  performance.now() - Math.max(read_at, listener.heardUntil()) < UNHEARD_MS;

/** Channel names are ours and go into SQL as they are; anything else than plain words is a bug. */
function channelName(channel: string): string {
  if (!/^[a-z_]+$/.test(channel)) throw new Error(`not a channel name: ${channel}`);
  return channel;
}

/** Connects with the first subscription; reconnects automatically until it is closed. */
export function createListener(url: string): Listener {
  const channels = new Map<string, Set<Subscription>>();
  let client: Promise<Client> | undefined;
  /** Connections were lost since `missed` was last called. */
  let interrupted = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let heardUntil = Number.NEGATIVE_INFINITY;

  /** Notifications sent before a query arrive before its answer. */
  function probe(connected: Client): NodeJS.Timeout {
    /** Intervals since the query that is not answered; undefined: none is open. */
    let waited: number | undefined;
    const ask = (): void => {
      if (waited !== undefined) {
        waited += 1;
        if (waited >= SILENT_INTERVALS) connected.connection.stream.destroy();
        return;
      }
      waited = 0;
      const now = performance.now();
      connected.query('SELECT 1').then(
        () => {
          waited = undefined;
          heardUntil = Math.max(heardUntil, now);
        },
        () => undefined,
      );
    };
    ask();
    return setInterval(ask, PROBE_MS).unref();
  }

  async function connect(): Promise<Client> {
    const next = new Client(connectionConfig(url, 'listener'));
    next.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of channels.get(channel) ?? []) subscription.onPayload(payload);
    });
    let lost = false;
    let probing: NodeJS.Timeout | undefined;
    const lose = (): void => {
      if (lost) return;
      lost = true;
      clearInterval(probing);
      interrupted = true;
      client = undefined;
      reconnect(FIRST_RETRY_MS);
    };
    next.on('error', lose);
    next.on('end', lose);
    try {
      await next.connect();
      for (const channel of channels.keys()) await next.query(`LISTEN ${channelName(channel)}`);
    } catch (error) {
      lose();
      throw error;
    }
    if (interrupted) {
      interrupted = false;
      for (const subscriptions of channels.values()) {
        for (const subscription of subscriptions) subscription.missed?.();
      }
    }
    if (!lost) probing = probe(next);
    return next;
  }

  function reconnect(delay: number): void {
    if (closed || retry || channels.size === 0) return;
    retry = setTimeout(() => {
      retry = undefined;
      // A concurrent subscriber may have connected already.
      if (client || closed) return;
      client = connect();
      client.catch(() => {
        clearTimeout(retry);
        retry = undefined;
        reconnect(Math.min(delay * 2, LAST_RETRY_MS));
      });
    }, delay);
    retry.unref();
  }

  return {
    async on(channel, onPayload, missed) {
      const subscription: Subscription = { onPayload, missed };
      const subscriptions = channels.get(channel);
      if (subscriptions) subscriptions.add(subscription);
      else channels.set(channelName(channel), new Set([subscription]));
      const connected = client;
      client ??= connect();
      // A new connection listens on every channel; an existing one must add the new channel.
      if (connected && !subscriptions) await (await connected).query(`LISTEN ${channelName(channel)}`);
      await client;
      return () => {
        channels.get(channel)?.delete(subscription);
      };
    },
    heardUntil: () => heardUntil,
    async close() {
      closed = true;
      clearTimeout(retry);
      const connected = await client?.catch(() => undefined);
      await connected?.end().catch(() => undefined);
    },
  };
}
