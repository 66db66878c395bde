import type { Writable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../http/answer.ts';
import { liveStream } from './live-stream.ts';
import { type Hint, hintOf, recentHints } from './recent-hints.ts';

/** Open streams of a process, and of one address; further clients poll. */
const LIMITS = { streams: 6_000, ofAddress: 500 };
const TICK_MS = 100;
/** Staff pages have queries over all data. */
const REST_MS = { all: 300, staff: 1_000 };
/** Also the time until a revoked session or link receives no more hints. */
const BEAT_MS = 20_000;

type Channels = readonly string[] | undefined;

/** What one stream receives. */
export interface Watch {
  /** Milliseconds since the client began to read its data: a first connection begins with the changes of that time. */
  age_ms?: number | undefined;
  /** Whose streams are counted together, and how many are allowed. */
  client: string;
  most: number;
  /** Default: all topics of the channels. */
  topics?: ReadonlySet<string>;
  /** `creator:ID`, `user:ID`, `role:NAME` or `overlay:ID`. Undefined, now or at a heartbeat, ends the stream. */
  channels(): Channels | Promise<Channels>;
}

interface Open {
  stream: ReturnType<typeof liveStream>;
  isMine(hint: Hint): boolean;
  on: readonly string[];
  renew: Watch['channels'];
  beatAt: number;
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A stream that the server ends leaves no idle connection for its close to wait for.
  connection: 'close',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

/** The hub of all server-sent events of a process. */
export type LiveStreams = ReturnType<typeof liveStreams>;
export function liveStreams(recent = recentHints(), limits = LIMITS) {
  /** In the order of the next heartbeat. */
  const all = new Set<Open>();
  const byChannel = new Map<string, Set<Open>>();
  /** Of each client and each address. */
  const counts = new Map<string, number>();
  /** Have hints waiting, or had some sent lately. */
  const busy = new Set<Open>();

  function count(keys: readonly string[], by: number): void {
    for (const key of keys) {
      const next = (counts.get(key) ?? 0) + by;
      if (next > 0) counts.set(key, next);
      else counts.delete(key);
    }
  }
  function subscribe(one: Open, channels: readonly string[]): void {
    for (const channel of one.on) {
      const members = byChannel.get(channel);
      members?.delete(one);
      if (members?.size === 0) byChannel.delete(channel);
    }
    one.on = channels;
    for (const channel of channels) byChannel.set(channel, (byChannel.get(channel) ?? new Set()).add(one));
  }
  function flush(one: Open): void {
    const isStaff = one.on.some((channel) => channel.startsWith('role:'));
    if (one.stream.flush(isStaff ? REST_MS.staff : REST_MS.all)) busy.add(one);
    else busy.delete(one);
  }
  function renew(one: Open): void {
    Promise.resolve(one.renew()).then(
      (channels) => {
        if (!channels) one.stream.end();
        else if (all.has(one)) subscribe(one, channels);
      },
      () => undefined, // the database is away: the next heartbeat asks again
    );
  }
  const ticking = setInterval(() => {
    for (const one of all) {
      if (one.beatAt > performance.now()) break;
      one.beatAt = performance.now() + BEAT_MS;
      all.delete(one);
      all.add(one);
      renew(one);
      // Before anything is written in this turn: what is unsent now waits for the client.
      one.stream.beat();
    }
    for (const one of busy) flush(one);
  }, TICK_MS);
  ticking.unref();
  const endAll = (some: Iterable<Open> = []): void => {
    for (const { stream } of some) stream.end();
  };

  /** @param on the present channels of the watch */
  function add(
    out: Writable,
    { topics, channels, age_ms }: Watch,
    on: readonly string[],
    lastId?: string,
  ): void {
    const isMine = ({ topic, to }: Hint): boolean =>
      (topics?.has(topic) ?? true) && (!to || one.on.some((channel) => to.has(channel)));
    const stream = liveStream({ out, recent, isMine, lastId, age_ms });
    const one: Open = { stream, isMine, on: [], renew: channels, beatAt: performance.now() + BEAT_MS };
    all.add(one);
    subscribe(one, on);
    out.on('close', () => {
      all.delete(one);
      busy.delete(one);
      subscribe(one, []);
    });
    // Clients of a server that stops come back at different times.
    out.write(`retry: ${Math.round(1_000 + 2_000 * Math.random())}\n\n`);
    flush(one);
    stream.point();
    // What ended after `on` was read.
    renew(one);
  }

  return {
    add,
    /**
     * Hints come in the same order to all processes.
     * @param to channels; undefined: all
     * @param id the same in all processes; default: by topic and position
     */
    hint(topic: string, position: number, to: Hint['to'], id?: string): void {
      // Both are written into lines of the stream.
      if (!/^\w+$/.test(topic) || (id !== undefined && !/^[\w.]+$/.test(id))) return;
      const hint = hintOf(topic, position, to, id);
      recent.add(hint);
      const some = to ? new Set([...to].flatMap((channel) => [...(byChannel.get(channel) ?? [])])) : all;
      for (const one of some) {
        if (!one.isMine(hint)) continue;
        one.stream.wait(hint);
        flush(one);
      }
    },
    /** Hints were lost: all clients connect again and read everything again. */
    missed(): void {
      recent.clear();
      endAll(all);
    },
    end: (channel: string): void => endAll(byChannel.get(channel)),
    /** Answers a request by a stream. */
    async open(request: FastifyRequest, reply: FastifyReply, watch: Watch): Promise<FastifyReply> {
      const on = await watch.channels();
      // It closed meanwhile: its event `close` is past, and nobody reads an answer.
      if (reply.raw.destroyed) return reply.hijack();
      const keys = [watch.client, `address ${request.address}`];
      const [own = 0, ofAddress = 0] = keys.map((key) => counts.get(key));
      if (!on) return reply.send(refused(request, { code: 'not_found' }));
      if (all.size >= limits.streams) return reply.send(refused(request, { code: 'overloaded' }));
      if (own >= watch.most || ofAddress >= limits.ofAddress) {
        return reply.send(refused(request, { code: 'too_many_streams' }));
      }
      reply.hijack();
      for (const [name, value = ''] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, HEADERS);
      count(keys, 1);
      reply.raw.on('close', () => count(keys, -1));
      const last = request.headers['last-event-id'];
      add(reply.raw, watch, on, typeof last === 'string' ? last : undefined);
      return reply;
    },
    close(): void {
      clearInterval(ticking);
      endAll(all);
    },
  };
}
