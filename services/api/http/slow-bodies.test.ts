import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { uploadVideo } from '#services/contract/media/upload-forms.ts';
import { arrivalMs } from '#services/runtime/arrival.ts';
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

/** Sends a body of 24 MiB in pieces, with a pause after each. @returns status, and how long it took */
async function sendSlowly(size: number, pause: number, token: string) {
  const { port } = app.server.address() as AddressInfo;
  const begun = performance.now();
  const socket = connect(port, '127.0.0.1');
  const answer = text(socket).catch(() => '');
  const whole = 25_165_824;
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
  socket.on('error', () => undefined);
  socket.write(
    [
      `POST ${uploadVideo.path} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${token}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${head.length + whole}`,
      `connection: close\r\n\r\n${head}`,
    ].join('\r\n'),
  );
  for (let sent = 0; sent < whole && !socket.destroyed && !socket.readableEnded; sent += size) {
    socket.write(Buffer.alloc(size));
    await setTimeout(pause);
  }
  const status = Number((await answer).split(' ')[1]);
  socket.destroy();
  return { status, ms: performance.now() - begun };
}

test('a file that keeps coming has more time than a small body; one that stops is cut off', async () => {
  const { token } = await api.creator();
  // The whole of it takes much longer than the limit of a small body.
  const { status, ms } = await sendSlowly(1_048_576, 150, token);
  expect([status, ms > LIMIT_MS]).toEqual([200, true]);
  const stopped = await sendSlowly(2_097_152, 3 * LIMIT_MS, token);
  expect(stopped.status).toBe(408);
}, 60_000);

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

test('headers have 15 s, a small body 45 s, a larger one more', () => {
  expect(api.app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 0 });
  // 16 MiB of a phone: 1 Mbit a second.
  expect([arrivalMs(0), arrivalMs(16_777_216)]).toEqual([45_000, 165_000]);
});
