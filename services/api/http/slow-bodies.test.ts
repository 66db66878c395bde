import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { buildApp } from '../app.ts';
import { startTestApi } from '../testing/test-api.ts';

const LIMIT_MS = 1_500;

let app: FastifyInstance;
const api = fixture(() => startTestApi({ projections: false }));
beforeAll(async () => {
  app = await buildApp(api.deps, LIMIT_MS);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends the start and then a byte every 50 ms. Returns the milliseconds until the server closed the connection. */
function trickle(start: string): Promise<number> {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  const begun = performance.now();
  return new Promise((resolve) => {
    const socket = connect(address.port, '127.0.0.1');
    socket.write(start);
    const sending = setInterval(() => socket.write(' '), 50);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      clearInterval(sending);
      resolve(performance.now() - begun);
    });
  });
}

const HEAD = 'POST /api/passport/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

test.each([
  ['a body', `${HEAD}content-length: 100000\r\n\r\n`],
  ['headers', `${HEAD}x-slow: `],
])('%s that comes byte by byte is cut off at the limit', async (_, start) => {
  const took = await quickest(LIMIT_MS + 1_000, () => trickle(start));
  expect(took).toBeGreaterThan(LIMIT_MS / 4);
  expect(took).toBeLessThan(LIMIT_MS + 1_000);
});

test('an answer that nobody reads is cut off', async () => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  // More than the buffers of the connection hold.
  socket.write('GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(100));
  const connections = promisify(app.server.getConnections.bind(app.server));
  await expect.poll(() => connections()).toBe(1);
  const begun = performance.now();
  await expect.poll(() => connections(), { interval: 50 }).toBe(0);
  expect(performance.now() - begun).toBeGreaterThan(LIMIT_MS);
  socket.destroy();
});

test('the server itself looks every second, and its limit for headers is the shorter one', () => {
  const { headersTimeout, requestTimeout } = api.app.server;
  expect(requestTimeout).toBe(45_000);
  expect(headersTimeout).toBeLessThan(requestTimeout);
});
