import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '../testing/test-api.ts';
import { drainBody } from './drain-body.ts';

const TEN_MB = 10 * 1_048_576;

const api = fixture(() => startTestApi({ projections: false }));
beforeAll(() => api.app.listen({ port: 0, host: '127.0.0.1' }));

/** Sends a whole body before it reads a byte of the answer, as many clients do. */
async function sentWhole(server: Server, path: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${TEN_MB}\r\n\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(Buffer.alloc(TEN_MB, 0x20), (error) => (error ? reject(error) : resolve()));
  });
  return text(socket);
}

test.each(['/api/passport/login', '/api/pay/notify/sandbox'])(
  'who sends %s 10 MB before listening still hears why they are refused',
  async (path) => {
    const answer = await sentWhole(api.app.server, path);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"ec":40000');
  },
);

test('an endless body is not read forever', async () => {
  let bytes = 0;
  const endless = new Readable({
    read() {
      bytes += 1_048_576;
      this.push(Buffer.alloc(1_048_576));
    },
  });
  await drainBody(endless);
  endless.destroy();
  expect(bytes).toBeLessThan(100 * 1_048_576);
});
