import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { tryOpenCall } from '#services/contract/open/developer.ts';
import {
  clearTestReceiver,
  getTestReceiver,
  placeTestOrder,
  RECEIVER_ANSWERS,
  receiveWebhook,
  setReceiverAnswer,
  setUpTestReceiver,
} from '#services/contract/open/test-receiver.ts';
import { listWebhookDeliveries, listWebhooks, testWebhook } from '#services/contract/open/webhooks.ts';
import { receiverUrl } from '#services/modules/open/test-receiver.ts';
import { openHooks } from '../testing/webhooks.ts';
import { webhookSender } from './sender.ts';

let base = '';
/** As in the sandbox by default: no private address but our own. */
const on = fixture(() => openHooks({ allowPrivate: false, ownApi: async () => base }));
let worker: ReturnType<typeof on.start>;
beforeAll(async () => {
  base = await on.api.app.listen({ port: 0, host: '127.0.0.1' });
  worker = on.start();
});

const SOON = { timeout: 60_000, interval: 20 };
const received = (as = on.creator) => on.api.data(getTestReceiver, {}, as);
const comes = (calls: object[]) =>
  expect.poll(async () => (await received()).list, SOON).toMatchObject(calls);
const ordered = async () => {
  await on.api.data(setUpTestReceiver, {}, on.creator);
  await on.api.data(clearTestReceiver, {}, on.creator);
  return (await on.api.data(placeTestOrder, {}, on.creator)).out_trade_no;
};
const RIGHT = { standard: 'valid', rsa: 'valid', topic: 'order' };

describe('the test receiver', () => {
  test('is set up once, gets a test order with valid signatures, and the token reads the order', async () => {
    expect(await received()).toMatchObject({ token: null, webhook_id: null, list: [] });
    await on.api.data(setUpTestReceiver, {}, on.creator);
    await on.api.data(setUpTestReceiver, {}, on.creator);
    expect((await on.api.data(listWebhooks, {}, on.creator)).list).toHaveLength(1);
    const out_trade_no = await ordered();
    await comes([{ ...RIGHT, out_trade_no, attempt: 1, answer: 'ok' }]);
    const { token, list } = await received();
    const { body = '{}', headers = [] } = list[0] ?? {};
    expect(headers.map(({ name }) => name)).toEqual(expect.arrayContaining(['webhook-id', 'fanwatt-key-id']));
    const call = {
      token_id: token?.token_id ?? '',
      name: 'query-order' as const,
      params: JSON.stringify({ out_trade_no }),
    };
    const { answer } = await on.api.data(tryOpenCall, call, on.creator);
    expect(answer).toMatchObject({ ec: 200, data: { list: [JSON.parse(body).data.order] } });
    expect((await received(await on.api.creator())).list).toEqual([]);
    await on.api.data(clearTestReceiver, {}, on.creator);
    expect((await received()).list).toEqual([]);
  });

  test('answers an error, then success: the call comes again with the same id', async () => {
    await on.api.data(setReceiverAnswer, { answer: 'error' }, on.creator);
    const out_trade_no = await ordered();
    await comes([{ out_trade_no, attempt: 1, answer: 'error' }]);
    const failed = async () => (await on.api.data(listWebhookDeliveries, {}, on.creator)).list[0];
    await expect.poll(failed, SOON).toMatchObject({ state: 'waiting', failure: 'http_status', status: 500 });
    await on.api.data(setReceiverAnswer, { answer: 'ok' }, on.creator);
    on.pass(5_001);
    await comes([
      { out_trade_no, attempt: 2, answer: 'ok', ...RIGHT },
      { out_trade_no, attempt: 1 },
    ]);
    const [again, first] = (await received()).list;
    expect(again?.message_id).toBe(first?.message_id);
  });

  test('is slow: the webhook gives up waiting', async () => {
    await worker.stop();
    const impatient = on.start({ answerTimeoutMs: 1_000 });
    await on.api.data(setReceiverAnswer, { answer: 'slow' }, on.creator);
    const out_trade_no = await ordered();
    await comes([{ out_trade_no, answer: 'slow' }]);
    const failed = async () => (await on.api.data(listWebhookDeliveries, {}, on.creator)).list[0];
    await expect.poll(failed, SOON).toMatchObject({ failure: 'no_answer', status: 0 });
    await on.api.data(setReceiverAnswer, { answer: 'ok' }, on.creator);
    await impatient.stop();
    on.start();
  });

  test('shows a forged call as invalid, and takes none without its key', async () => {
    await ordered();
    await expect.poll(async () => (await received()).list.length, SOON).toBeGreaterThan(0);
    const webhook = (await on.api.data(listWebhooks, {}, on.creator)).list[0];
    const [user_id = '', key = ''] = new URL(webhook?.url ?? '').pathname.split('/').slice(1);
    await on.api.data(testWebhook, { webhook_id: webhook?.webhook_id ?? '' }, on.creator);
    await expect.poll(async () => (await received()).list[0]?.message_id, SOON).toMatch(/^test-/);
    const genuine = (await received()).list[0];
    await on.api.data(clearTestReceiver, {}, on.creator);
    const send = (path: string, body = genuine?.body ?? '') =>
      fetch(`${base}${path}`, {
        method: 'POST',
        body: body.replace('"total_amount":"5.00"', '"total_amount":"0.01"'),
        headers: Object.fromEntries(
          (genuine?.headers ?? [])
            .filter(({ name }) => /^(webhook|fanwatt|content-type)/.test(name))
            .map(({ name, value }) => [name, value]),
        ),
      });
    const path = receiveWebhook.path.replace(':user_id', user_id);
    expect((await send(path.replace(':key', '0'.repeat(32)))).status).toBe(404);
    expect((await send(path.replace(':key', key), 'x'.repeat(150_000))).status).toBe(413);
    expect((await received()).list).toEqual([]);
    expect((await send(path.replace(':key', key))).status).toBe(200);
    expect((await received()).list).toMatchObject([{ standard: 'invalid', rsa: 'invalid', topic: 'order' }]);
    await send(path.replace(':key', key), 'no json');
    expect((await received()).list[0]).toMatchObject({ standard: 'invalid', rsa: 'none', topic: '' });
  });
});

test('no other private address is called', async () => {
  const sender = webhookSender({
    allowPrivate: false,
    ownApi: async () => base,
    resolve: (_name, _options, done) => done(new Error('ENOTFOUND'), []),
  });
  const call = { id: 'event-1', key_id: 'k', needsOk: true, body: Buffer.from('{}'), secrets: [] };
  const own = receiverUrl('0'.repeat(32), '0'.repeat(32));
  const { pathname } = new URL(own);
  for (const [url, failure] of [
    [own, 'http_status'],
    [`${base}${receiveWebhook.path}`, 'blocked_address'],
    [`http://receiver.fanwatt.test:3000${pathname}`, 'no_connection'],
    [`http://receiver.fanwatt.test${pathname}?a=1`, 'no_connection'],
    [`http://receiver.fanwatt.test/../api/sandbox/clock`, 'no_connection'],
  ] as const)
    expect(await sender.send({ ...call, url }), url).toMatchObject({ failure });
  const outside = webhookSender({
    allowPrivate: false,
    resolve: (_name, _options, done) => done(new Error('ENOTFOUND'), []),
  });
  expect(await outside.send({ ...call, url: own })).toMatchObject({ failure: 'no_connection' });
  await Promise.all([sender.close(), outside.close()]);
});

test('outside the sandbox there is no such page', async () => {
  const production = await startTestApi({ projections: false, config: { production: true, sandbox: false } });
  const creator = await production.creator();
  const key = { user_id: creator.user_id, key: '0'.repeat(32) };
  for (const [endpoint, input] of [
    [getTestReceiver, {}],
    [setUpTestReceiver, {}],
    [setReceiverAnswer, { answer: RECEIVER_ANSWERS[0] }],
    [clearTestReceiver, {}],
    [placeTestOrder, {}],
    [receiveWebhook, key],
  ] as const)
    expect((await production.send(endpoint, input, creator)).ec, endpoint.path).toBe(40400);
  expect((await production.data(listWebhooks, {}, creator)).list).toEqual([]);
  await production.close();
});
