import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { buildApp } from '../../app.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { BODY_LIMIT } from '../json-body.ts';

const api = fixture(() => startTestApi({ projections: false, config: { rateLimits: true } }));
let app: FastifyInstance;
let port = 0;
beforeAll(async () => {
  app = await buildApp(api.deps);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = address !== null && typeof address === 'object' ? address.port : 0;
});
afterAll(() => app.close());

test('large bodies that do not end are read as far as their address has room', async () => {
  const served: Socket[] = [];
  app.server.on('connection', (socket: Socket) => served.push(socket));
  /** Bodies of which more than the beginning is in memory. */
  const read = () => served.filter(({ bytesRead }) => bytesRead > BODY_LIMIT / 2);
  const stays = async (count: number) => {
    await expect.poll(read, { timeout: 8_000 }).toHaveLength(count);
    await setTimeout(500);
    expect(read()).toHaveLength(count);
  };
  const head = [
    'POST /api/passport/login HTTP/1.1',
    'host: 127.0.0.1',
    'origin: http://127.0.0.1',
    'content-type: application/json',
    `content-length: ${BODY_LIMIT}`,
  ].join('\r\n');
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`${head}\r\n\r\n`);
    socket.write(Buffer.alloc(BODY_LIMIT - 1, 32));
    return socket;
  });
  await stays(16);
  const small = await fetch(`http://127.0.0.1:${port}/api/passport/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'nobody@example.com', password: 'long enough' }),
  });
  expect(small.status).toBe(200);
  // What leaves makes room for others.
  for (const socket of read()) socket.destroy();
  await stays(32);
  for (const socket of sockets) socket.destroy();
});
