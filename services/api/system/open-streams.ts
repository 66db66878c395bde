import type { FastifyReply } from 'fastify';
import type { ReadModels } from '#read-models/engine/wait.ts';
import { type LiveStream, liveStream } from './live-stream.ts';

/** Streams per process, and of one client; further clients poll. */
const MOST_STREAMS = 2_000;
const MOST_OF_CLIENT = 20;
const BEAT_MS = 20_000;
/** Moves of one model for one creator are told at once, then at most at this interval. */
const TOLD_EVERY_MS = 300;

/** Begins server-sent events as the answer to a request. */
export function startStream(reply: FastifyReply): LiveStream {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A stream that the server ends leaves no idle connection for its close to wait for.
    connection: 'close',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  const stream = liveStream(reply.raw);
  stream.beat();
  return stream;
}

interface Open {
  client: string;
  creator: string;
  stream: LiveStream;
}

/** Streams for everybody who watches a creator. */
export function creatorStreams(readModels: Pick<ReadModels, 'onMoved'>, models: ReadonlySet<string>) {
  const all = new Set<Open>();
  const resting = new Map<string, number | undefined>();
  const of = (creator: string): LiveStream[] =>
    [...all].filter((one) => one.creator === creator).map(({ stream }) => stream);
  const watched = (): Set<string> => new Set([...all].map(({ creator }) => creator));

  function tell(creator: string, model: string, position: number): void {
    const key = `${creator} ${model}`;
    if (resting.has(key)) {
      resting.set(key, position);
      return;
    }
    for (const stream of of(creator)) stream.tell(model, position);
    resting.set(key, undefined);
    setTimeout(() => {
      const waiting = resting.get(key);
      resting.delete(key);
      if (waiting !== undefined) tell(creator, model, waiting);
    }, TOLD_EVERY_MS).unref();
  }

  const silence = readModels.onMoved(({ model, position, creators, more }) => {
    if (!models.has(model) || all.size === 0) return;
    for (const creator of watched()) {
      if (more || creators.includes(creator)) tell(creator, model, position);
    }
  });
  const beat = setInterval(() => {
    for (const { stream } of all) stream.beat();
  }, BEAT_MS);
  beat.unref();

  return {
    of,
    /** Undefined when there are too many. */
    open(reply: FastifyReply, { client, creator }: Omit<Open, 'stream'>): LiveStream | undefined {
      const own = [...all].filter((one) => one.client === client).length;
      if (all.size >= MOST_STREAMS || own >= MOST_OF_CLIENT) return undefined;
      const one = { client, creator, stream: startStream(reply) };
      all.add(one);
      reply.raw.on('close', () => all.delete(one));
      return one.stream;
    },
    endAll(): void {
      for (const { stream } of all) stream.end();
    },
    close(): void {
      clearInterval(beat);
      silence();
      for (const { stream } of all) stream.end();
    },
  };
}
