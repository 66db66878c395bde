import { createSecretKey } from 'node:crypto';
import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { type Command, refuse } from '#services/commerce/engine/command.ts';
import { COMMANDS_PATH, type ForwardedCommand, MAX_BODY_BYTES } from './forwarded.ts';
import { privateServer } from './private-server.ts';
import { ownerAmong } from './replicas.ts';
import { commandSender } from './sender.ts';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const NOW = 1_700_000_000_000;
/** Of the receiver. */
let now = NOW;
const submit = vi.fn(async (_: Command<unknown>) => refuse({ code: 'not_found' }));
const running = fixture(async () => {
  const replicas = { instance: 'here', now: () => now };
  const server = privateServer({ committer: { submit: submit as never }, replicas, keys: [key] });
  return { address: await server.listen('127.0.0.1'), close: server.close };
});

const cancelling: ForwardedCommand = {
  name: 'cancel_order',
  actor: 'user:someone',
  correlation_id: 'c1',
  input: { out_trade_no: '1', by: { kind: 'user', user_id: 'someone' } },
};
const body = Buffer.from(JSON.stringify([cancelling]));
const right = { method: 'POST', path: COMMANDS_PATH, to: 'here', body };

/** The status; 0 when the connection was cut. */
const post = (header: string, sent = body, path = COMMANDS_PATH, length = sent.length) =>
  new Promise<number>((resolve) => {
    const headers = { [SIGNATURE_HEADER]: header, 'content-length': length };
    const out = request(`http://${running.address}${path}`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    out.on('error', () => resolve(0));
    out.end(sent);
  });

test('a genuine request is decided as its sender would; the same signature is used once', async () => {
  const header = signatureOf(key, right, NOW);
  expect(await post(header)).toBe(200);
  expect(submit.mock.lastCall?.[0]).toMatchObject({
    name: 'cancel_order',
    actor: 'user:someone',
    correlation_id: 'c1',
    streams: ['order-1'],
  });
  expect(await post(header)).toBe(403);
  expect(submit).toHaveBeenCalledTimes(1);
});

test('a forged, old or other request is refused, and nothing is decided', async () => {
  submit.mockClear();
  const other = Buffer.from(JSON.stringify([{ ...cancelling, actor: 'user:another' }]));
  expect(await post(signatureOf(createSecretKey(Buffer.alloc(32, 2)), right, NOW))).toBe(403);
  expect(await post(signatureOf(key, right, NOW - 10_001))).toBe(403);
  expect(await post(signatureOf(key, right, NOW + 10_001))).toBe(403);
  expect(await post(signatureOf(key, { ...right, to: 'elsewhere' }, NOW))).toBe(403);
  expect(await post(signatureOf(key, { ...right, method: 'PUT' }, NOW))).toBe(403);
  expect(await post(signatureOf(key, { ...right, path: '/commands/0' }, NOW))).toBe(403);
  expect(await post(signatureOf(key, right, NOW), other)).toBe(403);
  for (const header of ['', 't=1', `t=${NOW},n=,s=`]) expect(await post(header)).toBe(403);
  expect(await post(signatureOf(key, right, NOW), body, '/commands/0')).toBe(404);
  expect(submit).not.toHaveBeenCalled();
});

test.each([
  ['null', null],
  ['an object', {}],
  ['a command without input', [{ ...cancelling, input: undefined }]],
  ['an input that is no object', [{ ...cancelling, input: 'x' }]],
  ['an actor of another kind', [{ ...cancelling, actor: 'someone' }]],
  ['a name that is no text', [{ ...cancelling, name: 7 }]],
  ['too many commands', Array.from({ length: 129 }, () => cancelling)],
])('a genuine body with %s is refused, and nothing is decided', async (_, commands) => {
  submit.mockClear();
  const wrong = Buffer.from(JSON.stringify(commands));
  expect(await post(signatureOf(key, { ...right, body: wrong }, NOW), wrong)).toBe(400);
  expect(submit).not.toHaveBeenCalled();
});

test('a body that is too long, or not complete, is not read to its end', async () => {
  submit.mockClear();
  const big = Buffer.alloc(MAX_BODY_BYTES + 1, ' ');
  expect([413, 0]).toContain(await post(signatureOf(key, { ...right, body: big }, NOW), big));
  const cut = new AbortController();
  const out = request(`http://${running.address}${COMMANDS_PATH}`, {
    method: 'POST',
    signal: cut.signal,
    headers: { [SIGNATURE_HEADER]: signatureOf(key, right, NOW), 'content-length': body.length },
  });
  const failed = new Promise((resolve) => out.on('error', resolve));
  out.write(body.subarray(1));
  cut.abort();
  await failed;
  expect(await post(signatureOf(key, right, NOW))).toBe(200);
  expect(submit).toHaveBeenCalledTimes(1);
});

test('commands go together; what cannot be sent, or is not answered, is given back', async () => {
  const doubt = vi.fn();
  const sender = commandSender({ now: () => NOW, doubt }, key, 30_000);
  const to = { instance: 'here', address: running.address };
  const text = JSON.stringify(cancelling);
  submit.mockClear();
  const answers = await Promise.all(Array.from({ length: 300 }, () => sender.send(to, text)));
  expect(answers).toEqual(answers.map(() => ({ accepted: false, refusal: { code: 'not_found' } })));
  expect(submit).toHaveBeenCalledTimes(300);
  expect(await sender.send(to, JSON.stringify({ ...cancelling, name: 'toString' }))).toBe(null);
  expect(await sender.send(to, `"${'x'.repeat(MAX_BODY_BYTES)}"`)).toBe(null);
  expect(doubt).not.toHaveBeenCalled();
  // More than may wait: some at once, and the rest are decided there.
  const many = await Promise.all(Array.from({ length: 1_200 }, () => sender.send(to, text)));
  expect(many.filter((answer) => answer === null)).toHaveLength(200);

  submit.mockImplementationOnce(() => new Promise(() => undefined));
  const hasty = commandSender({ now: () => NOW, doubt }, key, 100);
  expect(await hasty.send(to, text)).toBe(null);
  hasty.close();
  expect(doubt).toHaveBeenLastCalledWith('here');
  expect(await sender.send({ instance: 'gone', address: '127.0.0.1:1' }, text)).toBe(null);
  expect(doubt).toHaveBeenLastCalledWith('gone');
  sender.close();
});

test('what is late is not decided: its sender decides', async () => {
  const sender = commandSender({ now: () => NOW, doubt: vi.fn() }, key, 30_000);
  const to = { instance: 'here', address: running.address };
  const states = { get: () => ({ phase: 'none' }) };
  const decidedAfter = async (ms: number) => {
    submit.mockImplementationOnce(async ({ decide }) => {
      now = NOW + ms;
      return decide(states as never, now) as ReturnType<typeof refuse>;
    });
    try {
      return await sender.send(to, JSON.stringify(cancelling));
    } finally {
      now = NOW;
    }
  };
  expect(await decidedAfter(500)).toMatchObject({ accepted: false, refusal: { code: 'not_found' } });
  expect(await decidedAfter(501)).toBe(null);
  sender.close();
});

test('one process owns a creator; when it ends, only its creators move', () => {
  const three = ['a', 'b', 'c'].map((instance) => ({ instance }));
  const creators = Array.from({ length: 300 }, (_, n) => `creator ${n}`);
  const owners = creators.map((creator) => ownerAmong(three, creator)?.instance);
  const counts = three.map(({ instance }) => owners.filter((owner) => owner === instance).length);
  expect(Math.min(...counts)).toBeGreaterThan(60);
  const left = three.slice(1);
  for (const [n, creator] of creators.entries()) {
    expect(ownerAmong(three.toReversed(), creator)?.instance).toBe(owners[n]);
    if (owners[n] !== 'a') expect(ownerAmong(left, creator)?.instance).toBe(owners[n]);
  }
});
