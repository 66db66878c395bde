import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { HOUR_MS } from '#events/time.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { revokeSessions } from '#services/contract/accounts/sessions.ts';
import { editNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { getPush, subscribePush, unsubscribePush } from '#services/contract/messages/push.ts';
import { pushIdentity } from '#services/modules/messages/push/web-push.ts';
import { pushLanes } from './push-delivery.ts';
import { pushSender } from './push-sender.ts';

const api = fixture(() => startTestApi({ projections: false, config: { webhookAllowPrivate: true } }));

const strict = fixture(() => startTestApi({ projections: false, config: { webhookAllowPrivate: false } }));

interface Received {
  path: string;
  headers: Record<string, unknown>;
  body: Buffer;
}
/** A push service on this machine. */
let service: Server;
let received: Received[] = [];
let status = 201;
beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => service.close(resolve)));
beforeEach(() => {
  received = [];
  status = 201;
});

const identity = pushIdentity(randomBytes(32));
const publicUrl = 'https://fanwatt.example';
const sender = pushSender({ identity, publicUrl, allowPrivate: true });
const guarded = pushSender({ identity, publicUrl, allowPrivate: false });
afterAll(async () => {
  await sender.close();
  await guarded.close();
});

interface Browser {
  endpoint: string;
  own: ECDH;
  auth: Buffer;
}
function browser(): Browser {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const { port } = service.address() as AddressInfo; // it listens on TCP
  return {
    endpoint: `http://127.0.0.1:${port}/${randomBytes(8).toString('hex')}`,
    own,
    auth: randomBytes(16),
  };
}
const keysOf = ({ own, auth }: Browser) => ({
  p256dh: own.getPublicKey().toString('base64url'),
  auth: auth.toString('base64url'),
});
const subscribe = (as: TestUser, one: Browser) =>
  api.send(subscribePush, { endpoint: one.endpoint, keys: keysOf(one) }, as);

/** What the browser reads, by RFC 8291. */
function readBy({ own, auth }: Browser, body: Buffer): Record<string, string> {
  const [salt, point] = [body.subarray(0, 16), body.subarray(21, 86)];
  const derive = (key: Buffer, from: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), point]);
  const secret = derive(own.computeSecret(point), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16));
  const text = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  return JSON.parse(text.subarray(0, -1).toString());
}

const refund = (to: TestUser) =>
  api.deps.outbox.send({
    to_user: to.user_id,
    template: 'order_refunded',
    values: { out_trade_no: '2001', plan_name: 'SECRET plan', amount: '5.00' },
  });
const membership = ({ user_id: to_user }: TestUser) =>
  api.deps.outbox.send({
    to_user,
    template: 'membership_ending',
    values: { plan_name: 'Tea', name: 'Lin', date: '2026-11-24 12:00' },
  });
const passwordChanged = ({ user_id: to_user }: TestUser) =>
  api.deps.outbox.send({ to_user, template: 'password_changed', values: {} });
const pathOf = ({ endpoint }: Browser): string => new URL(endpoint).pathname;
const lanesBy = (by = sender) => {
  const { pool, clock, calendar, push: subscriptions } = api.deps;
  const onError = (error: unknown) => {
    throw error;
  };
  return pushLanes(
    { pool, clock, calendar, subscriptions, sender: by },
    { onError, onRoom: () => undefined },
  );
};
/** All that is due. @returns when something is due later */
async function deliver(by = sender) {
  const lanes = lanesBy(by);
  await lanes.look();
  await lanes.ended();
  return lanes.look();
}

test('a message is pushed once to each browser of its person, without names, amounts and texts', async () => {
  const [fan, other] = [await api.user('Ann'), await api.user()];
  const [phone, foreign] = [browser(), browser()];
  expect((await subscribe(fan, phone)).ec).toBe(200);
  expect((await subscribe(other, foreign)).ec).toBe(200);
  await refund(fan);
  await deliver();
  await deliver();
  expect(received).toHaveLength(1);
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.alloc(0) }] = received;
  expect(phone.endpoint.endsWith(path)).toBe(true);
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', topic: 'notice' });
  expect(headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]+$/);
  expect(readBy(phone, body)).toEqual({ title: '退款成功', url: '/notice', tag: 'notice', lang: 'zh-CN' });
});

test('several messages are one push', async () => {
  const fan = await api.user();
  const phone = browser();
  await subscribe(fan, phone);
  for (let n = 0; n < 3; n += 1) await refund(fan);
  await deliver();
  expect(received.map(({ body }) => readBy(phone, body).title)).toEqual(['退款成功（3 条）']);
  await membership(fan);
  await passwordChanged(fan);
  await deliver();
  expect(readBy(phone, received.at(-1)?.body ?? Buffer.alloc(0)).title).toBe('你有 2 条新通知');
});

test('a browser that does not answer delays nobody else', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => api.user()));
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // it listens on TCP
  const [phone, ...hanging] = people.map(browser);
  for (const one of hanging) one.endpoint = `http://127.0.0.1:${port}/${randomBytes(8).toString('hex')}`;
  const browsers = [...hanging, phone as Browser];
  for (const [n, person] of people.entries()) {
    await subscribe(person, browsers[n] as Browser);
    await refund(person);
  }
  const lanes = lanesBy();
  try {
    await lanes.look();
    await expect.poll(() => received.map(({ path }) => path)).toEqual([pathOf(phone as Browser)]);
  } finally {
    silent.closeAllConnections();
    silent.close();
    await lanes.ended();
    await api.deps.pool.query('UPDATE runtime.outbox SET push_due_at = NULL');
  }
});

test('a kind is pushed once an hour, with the number of what came since', async () => {
  const fan = await api.user();
  const phone = browser();
  await subscribe(fan, phone);
  await refund(fan);
  await deliver();
  for (let n = 0; n < 2; n += 1) await refund(fan);
  const { clock } = api.deps;
  const next = await deliver();
  expect(received).toHaveLength(1);
  expect(next).toBeGreaterThan(clock.now());
  await passwordChanged(fan);
  await deliver();
  expect(received).toHaveLength(2);
  clock.setOffset(clock.offset + HOUR_MS);
  await deliver();
  expect(received.map(({ body }) => readBy(phone, body).title)).toEqual([
    '退款成功',
    '密码已修改',
    '退款成功（2 条）',
  ]);
});

test('quiet hours hold back what is no duty, until they end or are changed', async () => {
  const [fan, other] = [await api.user(), await api.user()];
  const [phone, second] = [browser(), browser()];
  await subscribe(fan, phone);
  await subscribe(other, second);
  const { clock, calendar } = api.deps;
  const { hour, minute } = calendar.partsOf(clock.now());
  const from = hour * 60 + minute;
  const quiet_hours = { from, to: (from + 120) % 1_440 };
  for (const one of [fan, other]) await api.data(editNotifyConfig, { quiet_hours }, one);
  for (const one of [fan, other]) await membership(one);
  await refund(fan);
  const next = (await deliver()) ?? 0;
  expect(received.map(({ body }) => readBy(phone, body).title)).toEqual(['退款成功']);
  expect(calendar.partsOf(next)).toMatchObject({ hour: Math.floor(quiet_hours.to / 60), minute, second: 0 });
  await api.data(editNotifyConfig, { quiet_hours: null }, other);
  await deliver();
  expect(received.map(({ path }) => path)).toEqual([pathOf(phone), pathOf(second)]);
  clock.setOffset(clock.offset + next - clock.now());
  await deliver();
  expect(received.map(({ path }) => path).toSorted()).toEqual([phone, second, phone].map(pathOf).toSorted());
});

test('who has no browser, or does not want the event pushed, gets nothing', async () => {
  const [without, unwilling] = [await api.user(), await api.user()];
  await subscribe(unwilling, browser());
  await api.data(editNotifyConfig, { events: [{ event: 'order', push: false }] }, unwilling);
  await refund(without);
  await refund(unwilling);
  expect(await deliver()).toBeUndefined();
  expect(received).toEqual([]);
});

test('a browser that unsubscribed at its push service is removed; one that is not reached gets it later', async () => {
  const { pool, push, clock } = api.deps;
  const fan = await api.user();
  await subscribe(fan, browser());
  await refund(fan);
  status = 503;
  const again = await deliver();
  expect(again).toBeGreaterThan(clock.now());
  await pool.query('UPDATE runtime.outbox SET push_due_at = 0 WHERE push_due_at IS NOT NULL');
  status = 410;
  expect(await deliver()).toBeUndefined();
  expect(received).toHaveLength(2);
  expect(await push.of(fan.user_id)).toEqual([]);
});

test('it ends with the session, and moves with the browser to another account', async () => {
  const [ann, ben] = [await api.user(), await api.user()];
  const [one, two] = [browser(), browser()];
  await subscribe(ann, one);
  expect((await api.data(getPush, {}, ann)).subscribed).toBe(true);
  await subscribe(ben, one);
  expect((await api.data(getPush, {}, ann)).subscribed).toBe(false);
  await subscribe(ann, two);
  await api.data(unsubscribePush, {}, ben);
  await api.data(revokeSessions, {}, ann);
  await refund(ann);
  await refund(ben);
  await deliver();
  expect(received).toEqual([]);
});

test('a person has at most ten browsers', async () => {
  const fan = await api.user();
  for (let n = 0; n < 11; n += 1) await subscribe(fan, browser());
  expect(await api.deps.push.of(fan.user_id)).toHaveLength(10);
});

test('private addresses are neither taken nor called', async () => {
  const person = await strict.user();
  const keys = keysOf(browser());
  const answerTo = async (endpoint: string) =>
    (await strict.send(subscribePush, { endpoint, keys }, person)).ec;
  for (const host of [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[fd00::1]',
    'localhost',
    '2130706433',
  ])
    expect(await answerTo(`https://${host}/1`)).toBe(40000);
  expect(await answerTo('http://push.example/1')).toBe(40000);
  expect(await answerTo('https://push.example/1')).toBe(200);

  const fan = await api.user();
  await subscribe(fan, browser());
  await refund(fan);
  await deliver(guarded);
  expect(received).toEqual([]);
  expect(await api.deps.push.of(fan.user_id)).toEqual([]);
});

test('wrong input is refused', async () => {
  const fan = await api.user();
  const one = browser();
  const keys = keysOf(one);
  const { endpoint } = one;
  for (const wrong of [
    { endpoint: 'not an address', keys },
    { endpoint: 'https://user:password@push.example/1', keys },
    { endpoint: 'https://push.example:5432/1', keys },
    { endpoint: `https://push.example/${'x'.repeat(1_000)}`, keys },
    { endpoint, keys: { ...keys, p256dh: 'AAAA' } },
    { endpoint, keys: { ...keys, auth: 'AAAA' } },
    { endpoint, keys: { ...keys, auth: '<b>' } },
  ])
    expect((await api.send(subscribePush, wrong, fan)).ec).toBe(40000);
  expect((await api.call(getPush, {})).ec).toBe(40100);
  expect((await api.call(subscribePush, { endpoint, keys })).ec).toBe(40100);
});
