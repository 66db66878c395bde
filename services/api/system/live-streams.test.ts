import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAddresses } from '../http/address.ts';
import { liveStreams } from './live-streams.ts';
import { recentHints } from './recent-hints.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const MINE = ['creator:ming', 'user:ming'];
const watch = { client: 'ming', most: 8, channels: () => MINE };
const mine = new Set(['user:ming']);

/** What a client has read: whole events only, as a browser. */
class Client {
  readonly hints: { id: string; topic: string; position: number }[] = [];
  lastId: string | undefined;
  age_ms: number | undefined;
  out = new Writable();
  /** The connection is cut after this many bytes. */
  left = Number.POSITIVE_INFINITY;

  connect(server: ReturnType<typeof liveStreams>, resumes = true): void {
    let text = '';
    this.left = Number.POSITIVE_INFINITY;
    this.out = new Writable({
      write: (chunk, _encoding, taken) => {
        const parts = (text + String(chunk).slice(0, this.left)).split('\n\n');
        this.left -= chunk.length;
        text = parts.pop() ?? '';
        for (const part of parts) this.#read(part);
        taken();
        if (this.left <= 0) this.out.destroy();
      },
    });
    server.add(this.out, { ...watch, age_ms: this.age_ms }, MINE, resumes ? this.lastId : undefined);
  }
  #read(part: string): void {
    const [, data] = /^data: (.*)$/m.exec(part) ?? [];
    // As Firefox and WebKit: an id without data is ignored.
    if (!data) return;
    this.lastId = /^id: (.*)$/m.exec(part)?.[1] ?? this.lastId;
    if (!/^event: point$/m.test(part)) this.hints.push({ id: this.lastId ?? '', ...JSON.parse(data) });
  }
}

const step = fc.record({
  topic: fc.constantFrom('orders', 'stock', 'goals'),
  to: fc.constantFrom(undefined, mine, new Set(['creator:ming']), new Set(['user:lin'])),
  after_ms: fc.constantFrom(0, 100, 500, 25_000),
  /** Hints that the second server is behind. */
  behind: fc.nat(3),
  cut_after: fc.option(fc.nat(200)),
  away: fc.nat(3),
  server: fc.nat(1),
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Hints to two servers, while the client's connection is cut and goes on at one of them. */
async function played(steps: Step[], resumes: boolean) {
  const servers = [liveStreams(), liveStreams()] as const;
  const client = new Client();
  const newest = new Map<string, number>();
  const late: (() => void)[] = [];
  for (const server of servers) server.hint('start', 0, new Set());
  client.connect(servers[0]);
  let away = 0;
  for (const [at, one] of steps.entries()) {
    const hint = [one.topic, at + 1, one.to] as const;
    servers[0].hint(...hint);
    late.push(() => servers[1].hint(...hint));
    // No process is behind for a second.
    while (late.length > (one.after_ms < 500 ? one.behind : 0)) late.shift()?.();
    if (!one.to || MINE.some((channel) => one.to?.has(channel))) newest.set(one.topic, at + 1);
    if (one.cut_after !== null) client.left = Math.min(client.left, one.cut_after);
    if (client.out.destroyed && away === 0) away = one.away + 1;
    if (away > 0) {
      away -= 1;
      if (away === 0) client.connect(servers[one.server as 0 | 1], resumes);
    }
    await vi.advanceTimersByTimeAsync(one.after_ms);
  }
  for (const hint of late) hint();
  if (client.out.destroyed) client.connect(servers[0], resumes);
  client.left = Number.POSITIVE_INFINITY;
  await vi.advanceTimersByTimeAsync(2_000);
  for (const server of servers) server.close();
  const seen = new Map(client.hints.map(({ topic, position }) => [topic, position]));
  return { seen, newest, ids: client.hints.map(({ id }) => id) };
}

test('a client that is cut at any point and resumes at another server misses and repeats nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { seen, newest, ids } = await played(steps, true);
      expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(newest));
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 150 },
  );
});

test('without Last-Event-ID the same client misses hints', async () => {
  const check = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
    const { seen, newest } = await played(steps, false);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(newest));
  });
  expect((await fc.check(check, { numRuns: 150 })).failed).toBe(true);
});

test('an unknown id is answered by topic *, at a server that has forgotten it or has started since', async () => {
  const small = liveStreams(recentHints(10));
  const client = new Client();
  client.connect(small);
  client.out.destroy();
  for (let position = 1; position <= 30; position += 1) small.hint('orders', position, mine);
  for (const server of [small, liveStreams()]) {
    client.hints.length = 0;
    client.connect(server);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(client.hints.map(({ topic }) => topic)).toEqual(['*']);
    server.hint('orders', 31, mine);
    expect(client.hints.map(({ topic }) => topic)).toEqual(['*', 'orders']);
    server.close();
  }
});

test('a first connection begins with the changes since its data; where they are forgotten, with topic *', async () => {
  const server = liveStreams(recentHints(10));
  await vi.advanceTimersByTimeAsync(5_000);
  server.hint('orders', 1, mine);
  await vi.advanceTimersByTimeAsync(1_000);
  server.hint('stock', 2, mine);
  server.hint('stock', 3, mine);
  server.hint('goals', 4, new Set(['user:lin']));
  const beginning = async (age_ms: number | undefined) => {
    const client = new Client();
    client.age_ms = age_ms;
    client.connect(server);
    await vi.advanceTimersByTimeAsync(400);
    client.out.destroy();
    return client.hints.map(({ topic, position }) => `${topic} ${position}`);
  };
  expect(await beginning(undefined)).toEqual([]);
  expect(await beginning(500)).toEqual(['stock 3']);
  expect(await beginning(3_000)).toEqual(['orders 1', 'stock 3']);
  // Older than this process.
  expect(await beginning(60_000)).toEqual(['* 0']);
  for (let position = 5; position <= 30; position += 1) server.hint('orders', position, mine);
  expect(await beginning(3_000)).toEqual(['* 0']);
  server.close();
});

test('after a quiet time further hints are sent after 100 ms, then the newest every 300 ms', async () => {
  const server = liveStreams();
  const client = new Client();
  await vi.advanceTimersByTimeAsync(1_000);
  client.connect(server);
  const sent: string[] = [];
  for (let ms = 0; ms < 1_200; ms += 20) {
    server.hint(ms === 0 ? 'memberships' : 'orders', ms + 1, mine);
    await vi.advanceTimersByTimeAsync(20);
    for (const { topic } of client.hints.splice(0)) sent.push(`${topic} ${Math.ceil((ms + 20) / 100) * 100}`);
  }
  expect(sent).toEqual(['memberships 100', 'orders 100', 'orders 400', 'orders 700', 'orders 1000']);
  server.close();
});

test('kept hints are bounded by number and bytes', () => {
  const recent = recentHints(1_000, 100_000);
  const many = new Set(Array.from({ length: 50 }, (_, n) => `user:${n}`));
  const first = recent.newest();
  const server = liveStreams(recent);
  for (let position = 1; position <= 100; position += 1) server.hint('orders', position, many);
  expect(recent.after(first)).toBeUndefined();
  const hintsAfter = (id: string): number => recent.after(id)?.length ?? 0;
  expect(hintsAfter('90.orders')).toBe(10);
  expect(hintsAfter('60.orders')).toBe(0);
  server.close();
});

test('a client that does not read gets the newest of each topic; after two heartbeats it is closed', async () => {
  const server = liveStreams();
  const taken: (() => void)[] = [];
  const texts: string[] = [];
  const out = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, next) {
      texts.push(String(chunk));
      taken.push(next);
    },
  });
  server.add(out, watch, MINE);
  for (let position = 1; position <= 5_000; position += 1) {
    server.hint('orders', position, mine);
    server.hint('stock', position, mine);
    if (position % 5 === 0) await vi.advanceTimersByTimeAsync(5);
  }
  expect(out.writableLength).toBeLessThan(5_000);
  await vi.advanceTimersByTimeAsync(8_000);
  for (let chunks = 0; taken.length > 0 && chunks < 1_000; chunks += 1) {
    taken.shift()?.();
    await Promise.resolve();
  }
  await vi.advanceTimersByTimeAsync(300);
  expect(texts.join('')).toMatch(
    /"position":5000\}\n\nid: 5000.stock\ndata: \{"topic":"stock","position":5000\}\n\n$/,
  );
  expect(out.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(65_000);
  expect(out.destroyed).toBe(true);
  server.close();
});

test('an address, a client and a process have a limit', async () => {
  const server = liveStreams(recentHints(), { streams: 4, ofAddress: 3 });
  const app = fastify();
  keepAddresses(app);
  app.get('/:client', (request, reply) =>
    server.open(request, reply, { ...watch, client: (request.params as { client: string }).client, most: 2 }),
  );
  const open = async (client: string, remoteAddress: string) => {
    const ended = new AbortController();
    const answer = await app.inject({
      url: `/${client}`,
      remoteAddress,
      payloadAsStream: true,
      signal: ended.signal,
    });
    if (answer.headers['content-type'] === 'text/event-stream; charset=utf-8') return answer.stream();
    let text = '';
    for await (const part of answer.stream()) text += part;
    return JSON.parse(text).ec as number;
  };
  const [one] = [await open('a', '10.0.0.1'), await open('a', '10.0.0.1')];
  expect(await open('a', '10.0.0.2')).toBe(42900);
  await open('b', '10.0.0.1');
  expect(await open('c', '10.0.0.1')).toBe(42900);
  await open('c', '10.0.0.2');
  expect(await open('d', '10.0.0.3')).toBe(50300);
  expect(typeof one).toBe('object');
  server.close();
  await app.close();
});

test('a stream that closes while it opens ends silently, and is not counted', async () => {
  const server = liveStreams(recentHints(), { streams: 2, ofAddress: 2 });
  const errors: Error[] = [];
  const app = fastify();
  keepAddresses(app);
  app.setErrorHandler<Error>(async (error) => void errors.push(error));
  let opening = Promise.withResolvers<void>();
  let closed = Promise.resolve();
  app.get('/', async (request, reply) => {
    closed = once(reply.raw, 'close').then(() => undefined);
    opening.resolve();
    return server.open(request, reply, { ...watch, most: 1, channels: () => closed.then(() => MINE) });
  });
  app.get('/stays', (request, reply) => server.open(request, reply, { ...watch, most: 1 }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (let n = 0; n < 5; n += 1) {
    opening = Promise.withResolvers();
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await opening.promise;
    socket.resetAndDestroy();
    await closed;
  }
  const answer = await fetch(`http://127.0.0.1:${port}/stays`);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(errors).toEqual([]);
  server.close();
  await app.close();
});
