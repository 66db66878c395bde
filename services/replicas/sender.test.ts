import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { commandSender } from './sender.ts';

test('the sender of a request that was taken, and not answered, decides only after that time', async () => {
  const taking = createServer((request) => request.once('data', () => request.destroy()));
  await new Promise<void>((resolve) => taking.listen(0, '127.0.0.1', resolve));
  const { port } = taking.address() as AddressInfo;
  const sender = commandSender({ now: () => 0, doubt: vi.fn() }, createSecretKey(Buffer.alloc(32)), 1_000);
  const began = performance.now();
  expect(await sender.send({ instance: 'gone', address: '127.0.0.1:1' }, '{}')).toBe(null);
  expect(performance.now() - began).toBeLessThan(990);
  const answered: string[] = [];
  const sending = async (name: string): Promise<void> => {
    expect(await sender.send({ instance: 'taking', address: `127.0.0.1:${port}` }, '{}')).toBe(null);
    answered.push(name);
  };
  const sent = sending('sent');
  await once(taking, 'request');
  await sending('waited behind it');
  await sent;
  expect(answered).toEqual(['waited behind it', 'sent']);
  expect(performance.now() - began).toBeGreaterThan(990);
  sender.close();
  taking.close();
});

test('a wrong answer is no outcome: the sender decides', async () => {
  const position = 7;
  const good = { accepted: true, result: { paid: true }, position, events: [] };
  let body: unknown;
  const answering = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
  const { port } = answering.address() as AddressInfo;
  const doubt = vi.fn();
  const sender = commandSender({ now: () => 0, doubt }, createSecretKey(Buffer.alloc(32)), 50);
  const answer = (value: unknown) => {
    body = value;
    return sender.send({ instance: 'other', address: `127.0.0.1:${port}` }, '{}');
  };
  expect(await answer([good])).toEqual(good);
  expect(await answer([null])).toBe(null);
  expect(doubt).not.toHaveBeenCalled();
  const wrong = [
    { ...good, position: '7' },
    { ...good, events: [{ stream: 'order-1' }] },
    { accepted: false },
    { accepted: 'yes' },
    'paid',
  ];
  for (const [n, one] of wrong.entries()) {
    expect(await answer([one])).toBe(null);
    expect(doubt).toHaveBeenCalledTimes(n + 1);
  }
  sender.close();
  answering.close();
});
