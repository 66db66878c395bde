import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { requireBroker } from './broker-version.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** A server that answers anything with these bytes. */
async function answering(bytes: Buffer): Promise<string> {
  const listening = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

/** The answer of a broker that knows Produce, and Fetch up to a version. */
function brokerWith(fetch: number): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeInt32BE(22, 0);
  bytes.writeInt32BE(2, 10);
  [0, 0, 11, 1, 4, fetch].forEach((value, at) => void bytes.writeInt16BE(value, 14 + at * 2));
  return bytes;
}

test('a broker of 3.9 or newer is taken', async () => {
  await requireBroker([await answering(brokerWith(17))]);
});

test('a broker that does not answer is passed over', async () => {
  await requireBroker(['127.0.0.1:1', await answering(brokerWith(18))]);
});

test.each([
  ['older', brokerWith(16), 'too old: Kafka 3.9 or newer is needed'],
  ['something else', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'what answers there is no Kafka'],
])('%s is refused in one line', async (_, bytes, says) => {
  const refusal = await requireBroker([await answering(bytes)]).catch(({ message }) => String(message));
  expect(refusal).toContain(says);
  expect(refusal).not.toContain('\n');
});

test('an unreachable broker is named', async () => {
  await expect(requireBroker(['127.0.0.1:1'])).rejects.toThrow(
    /^no Kafka at 127.0.0.1:1 \(.*\): check that it runs$/,
  );
});
