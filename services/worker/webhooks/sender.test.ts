import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/webhooks.ts';
import { webhookSender } from './sender.ts';

/** Reachable, but not allowed; the other receiver has the same port. */
const PRIVATE = '127.0.0.2';
const PUBLIC = '127.0.0.1';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver('0.0.0.0');
});
afterAll(() => receiver.close());

const call = (host: string) => ({
  url: `http://${host}:${receiver.port}/`,
  id: 'event-1',
  key_id: 'k',
  needsOk: true,
  body: Buffer.from('{"data":{}}'),
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});

describe('without permission for private addresses', () => {
  const sender = webhookSender({ allowPrivate: false });
  afterAll(() => sender.close());

  test.each([PUBLIC, '2130706433', '0x7f.1', 'localhost', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]'])(
    '%s is not connected to',
    async (host) => {
      expect(await sender.send(call(host))).toMatchObject({ status: 0, failure: 'blocked_address' });
      expect(receiver.received).toEqual([]);
    },
  );
});

describe('a name', () => {
  test('that resolves to a public address, then to a private one, is not followed there', async () => {
    const found = [PUBLIC, PRIVATE];
    const sender = webhookSender({
      allowPrivate: false,
      isAllowed: (address) => address === PUBLIC,
      resolve: (_name, _options, done) => done(null, [{ address: found.shift() ?? PRIVATE, family: 4 }]),
    });
    expect(await sender.send(call('rebinding.test'))).toMatchObject({ status: 200, failure: '' });
    // The next call needs a new connection, and so a new look-up.
    receiver.answer = (_, response) =>
      void response.writeHead(200, { connection: 'close' }).end('{"ec":200}');
    await sender.send(call('rebinding.test'));
    const before = receiver.received.length;
    expect(await sender.send(call('rebinding.test'))).toMatchObject({ failure: 'blocked_address' });
    expect(receiver.received).toHaveLength(before);
    await sender.close();
  });

  test('of which one address is private is refused', async () => {
    const sender = webhookSender({
      allowPrivate: false,
      isAllowed: (address) => address === PUBLIC,
      resolve: (_name, _options, done) =>
        done(
          null,
          [PUBLIC, PRIVATE].map((address) => ({ address, family: 4 })),
        ),
    });
    expect(await sender.send(call('both.test'))).toMatchObject({ failure: 'blocked_address' });
    await sender.close();
  });

  test('that does not exist is no connection', async () => {
    const sender = webhookSender({
      allowPrivate: true,
      resolve: (_name, _options, done) => done(new Error('ENOTFOUND'), []),
    });
    expect(await sender.send(call('nowhere.test'))).toMatchObject({ failure: 'no_connection' });
    await sender.close();
  });
});
