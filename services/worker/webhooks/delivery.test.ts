import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { webhookBodies } from '#services/api/open/webhook-bodies.ts';
import { openProgram } from '#services/api/testing/open-calls.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookKeys,
  listWebhooks,
  replayWebhook,
  replayWebhookDelivery,
  resumeWebhook,
  testWebhook,
} from '#services/contract/open/webhooks.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { forgetExpired } from '#services/modules/retention.ts';
import { openHooks, type Receiver, startReceiver, status, well } from '../testing/webhooks.ts';
import { BODY_BYTES } from './batch.ts';
import { standardHeaders } from './sender.ts';

const on = fixture(() => openHooks());
let worker: ReturnType<typeof on.start>;
beforeEach(() => {
  worker = on.start();
});
afterEach(() => on.clear());

/** Only what never comes fails. */
const SOON = { timeout: 60_000, interval: 20 };
const numbersOf = ({ received }: Receiver): string[] => received.map(({ data }) => data.order.out_trade_no);
/** Each once; calls of different orders have no order. */
const gets = (receiver: Receiver, numbers: readonly string[]) =>
  expect.poll(() => numbersOf(receiver).sort(), SOON).toEqual([...numbers].sort());
const logOf = async (more: object = {}) => (await on.api.data(listWebhookDeliveries, more, on.creator)).list;
const becomes = (delivery: object) =>
  expect.poll(async () => (await logOf())[0], SOON).toMatchObject(delivery);

describe('a paid order', () => {
  test('is sent as query-order shows it, and is readable there before', async () => {
    const receiver = await on.receiver();
    const program = await openProgram(on.api, on.creator);
    const read: unknown[] = [];
    receiver.answer = async (call, response) => {
      const { out_trade_no } = call.data.order;
      read.push((await program.call('query-order', { out_trade_no })).data.list[0]);
      well(call, response);
    };
    const number = await on.buy({ custom_order_id: 'own-7' });
    await gets(receiver, [number]);
    const [call] = receiver.received;
    expect(call?.path).toBe('/hook?key=a%20b');
    expect(JSON.parse(call?.text ?? '')).toMatchObject({ ec: 200, em: 'ok' });
    expect(call?.data).toMatchObject({ type: 'order', order: { custom_order_id: 'own-7', status: 2 } });
    await becomes({ state: 'delivered', status: 200, failure: '', subject: `order-${number}` });
    expect(read).toEqual([call?.data.order]);
    const [{ delivery_id } = { delivery_id: 0 }] = await logOf();
    const shown = await on.api.data(getWebhookDelivery, { delivery_id }, on.creator);
    expect(shown).toMatchObject({ body: call?.text, answer: '{"ec":200,"em":""}' });
    expect((await on.api.call(getWebhookDelivery, { delivery_id }, await on.api.creator())).ec).toBe(40400);
  });

  test('is signed twice: by the published RSA key, and as Standard Webhooks defines it', async () => {
    const receiver = await on.receiver();
    await on.buy();
    await expect.poll(() => receiver.received.length, SOON).toBe(1);
    const [call] = receiver.received;
    const { headers = {}, text = '', data } = call ?? {};
    const { list } = await on.api.data(listWebhookKeys, {});
    const key = list.find(({ key_id }) => key_id === call?.headers['fanwatt-key-id']);
    const { out_trade_no, user_id, plan_id, total_amount } = data.order;
    const signed = Buffer.from(out_trade_no + user_id + plan_id + total_amount);
    const publicKey = createPublicKey(key?.public_key ?? '');
    expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2_048);
    expect(JSON.parse(text).sign).toBe(data.sign);
    expect(verify('sha256', signed, publicKey, Buffer.from(data.sign, 'base64'))).toBe(true);
    expect(verify('sha256', Buffer.from(`${signed}0`), publicKey, Buffer.from(data.sign, 'base64'))).toBe(
      false,
    );
    const receiving = new Webhook(receiver.secret);
    const received = headers as Record<string, string>;
    expect(receiving.verify(text, received)).toEqual(JSON.parse(text));
    expect(() => receiving.verify(`${text} `, received)).toThrow();
  });

  test('the signature is that of the published example', () => {
    const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
    const example = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: Buffer.from('{"test": 2432232314}'),
      secrets,
    };
    expect(standardHeaders(example, 1_614_265_330)['webhook-signature']).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  test('goes to every address that wants it, and to no other creator', async () => {
    const [one, two, other] = [
      await on.receiver(),
      await on.receiver(['order', 'settlement']),
      await on.receiver(['settlement']),
    ];
    const stranger = await on.receiver(['order'], await on.api.creator());
    const number = await on.buy();
    await gets(one, [number]);
    await gets(two, [number]);
    expect([other.received, stranger.received]).toEqual([[], []]);
    expect(on.failures).toEqual([]);
  });
});

describe('a receiver that', () => {
  test.each([
    ['answers 500', status(500, '{"ec":200}'), { failure: 'http_status', status: 500 }],
    ['answers nonsense', status(200, '<html>'), { failure: 'not_ok', status: 200 }],
    ['answers another code', status(200, '{"ec":400}'), { failure: 'not_ok', status: 200 }],
    ['is slow', () => undefined, { failure: 'no_answer', status: 0 }],
    [
      'sends drop by drop',
      (_: unknown, response: { write(text: string): void }) => response.write('{"ec":200'),
      { failure: 'no_answer', status: 0 },
    ],
    [
      'breaks the connection',
      (_: unknown, response: { destroy(): void }) => response.destroy(),
      { failure: 'no_connection', status: 0 },
    ],
  ] as const)('%s is called again, with the same id', async (_, answer, expected) => {
    if (expected.failure === 'no_answer') {
      await worker.stop();
      worker = on.start({ answerTimeoutMs: 500 });
    }
    const receiver = await on.receiver();
    receiver.answer = answer as Receiver['answer'];
    const number = await on.buy();
    await becomes({ state: 'waiting', attempts: 1, ...expected });
    receiver.answer = well;
    await worker.stop();
    on.start();
    on.pass(5_001);
    await becomes({ state: 'delivered', attempts: 2, failure: '' });
    expect(numbersOf(receiver)).toEqual([number, number]);
    const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(first).toBe(second);
  });

  test('redirects is not followed', async () => {
    const elsewhere = await startReceiver();
    const receiver = await on.receiver();
    receiver.answer = status(307, '', { location: elsewhere.url });
    await on.buy();
    await becomes({ failure: 'redirect', status: 307 });
    expect(elsewhere.received).toEqual([]);
    elsewhere.close();
  });

  test('is down is called when it is back', async () => {
    const receiver = await on.receiver();
    receiver.close();
    await on.buy();
    await becomes({ state: 'waiting', failure: 'no_connection', attempts: 1 });
  });

  test('sends a long answer has 2 KiB of it kept, sealed, for 30 days', async () => {
    const receiver = await on.receiver();
    receiver.answer = status(200, `{"ec":200,"em":"${'secret'.repeat(200_000)}"}`);
    await on.buy();
    await becomes({ failure: 'not_ok' });
    const [{ delivery_id } = { delivery_id: 0 }] = await logOf();
    const { answer } = await on.api.data(getWebhookDelivery, { delivery_id }, on.creator);
    expect(answer.length).toBe(2_048);
    const { rows } = await on.api.deps.pool.query<{ text: string }>(
      `SELECT encode(answer, 'escape') AS text FROM accounts.webhook_deliveries WHERE delivery_id = $1`,
      [delivery_id],
    );
    expect(rows[0]?.text).not.toContain('secret');
    await forgetExpired(on.api.deps.pool, on.clock.now() + 29 * DAY_MS);
    expect(await logOf()).toHaveLength(1);
    await forgetExpired(on.api.deps.pool, on.clock.now() + 31 * DAY_MS);
    expect(await logOf()).toEqual([]);
  });

  test('is slow holds no other address', async () => {
    const slow = await on.receiver();
    slow.answer = () => undefined;
    const quick = await on.receiver();
    const numbers = [await on.buy()];
    await gets(slow, numbers);
    numbers.push(await on.buy(), await on.buy());
    await gets(quick, numbers);
    expect(slow.received).toHaveLength(1);
  });
});

describe('calls of one order', () => {
  test('are made in order; other orders go on', async () => {
    const receiver = await on.receiver(['order', 'order.refunded']);
    let refused = '';
    receiver.answer = (call, response) =>
      (call.data.order.out_trade_no === refused ? status(503) : well)(call, response);
    const stuck = await on.buy();
    refused = stuck;
    const free = await on.buy();
    for (const out_trade_no of [stuck, free])
      await on.api.data(refundOrder, { out_trade_no, amount: '1.00', reason: 'late' }, on.creator);
    const typesOf = (number: string) =>
      receiver.received.filter(({ data }) => data.order.out_trade_no === number).map(({ data }) => data.type);
    await expect.poll(() => typesOf(free), SOON).toEqual(['order', 'order.refunded']);
    expect(new Set(typesOf(stuck))).toEqual(new Set(['order']));
    refused = '';
    on.pass(3_600_000);
    await expect.poll(() => typesOf(stuck).slice(-2), SOON).toEqual(['order', 'order.refunded']);
    const refund = receiver.received.find(({ data }) => data.type === 'order.refunded')?.data;
    expect(refund).toMatchObject({ refund: { amount: '1.00', reason: 'late' }, order: { refund_state: 1 } });
  });
});

describe('an address that fails', () => {
  test('for 3 days is paused and its creator notified once; resumed, it gets what waited', async () => {
    const receiver = await on.receiver();
    receiver.answer = status(500);
    const number = await on.buy();
    await becomes({ attempts: 1 });
    for (let attempts = 2; (await on.api.data(listWebhooks, {}, on.creator)).list[0]?.pause_time === null; ) {
      expect(attempts).toBeLessThan(20);
      on.pass(DAY_MS / 2);
      await expect.poll(async () => (await logOf())[0]?.attempts, SOON).toBeGreaterThanOrEqual(attempts);
      attempts = ((await logOf())[0]?.attempts ?? 0) + 1;
    }
    await becomes({ state: 'failed', failure: 'http_status' });
    const later = await on.buy();
    await expect.poll(() => logOf(), SOON).toHaveLength(2);
    const { rows } = await on.api.deps.pool.query(
      `SELECT FROM runtime.outbox WHERE template = 'webhook_paused' AND to_user = $1`,
      [asUserId(on.creator.user_id)],
    );
    expect(rows).toHaveLength(1);
    receiver.answer = well;
    await on.api.data(testWebhook, { webhook_id: receiver.webhook_id }, on.creator);
    const test = '202106232138371083454010626';
    await expect.poll(() => numbersOf(receiver).at(-1), SOON).toBe(test);
    expect(receiver.received.at(-1)?.data.order).toMatchObject({
      user_id: 'adf397fe8374811eaacee52540025c377',
      plan_id: 'a45353328af911eb973052540025c377',
      month: 1,
      total_amount: '5.00',
      show_amount: '5.00',
      status: 2,
      product_type: 1,
      sku_detail: [{ count: 2 }, { count: 3 }],
    });
    await on.api.data(resumeWebhook, { webhook_id: receiver.webhook_id }, on.creator);
    await expect.poll(() => numbersOf(receiver).at(-1), SOON).toBe(later);
    expect(numbersOf(receiver).filter((one) => one === number).length).toBeGreaterThan(5);
  }, 120_000);
});

test('a body that is too large, or cannot be written, is given up and holds no other', async () => {
  await worker.stop();
  const receiver = await on.receiver();
  const numbers = [await on.buy(), await on.buy(), await on.buy()];
  const [large = '', broken = '', small = ''] = numbers.map((number) => `order-${number}`);
  const written = webhookBodies(on.api.deps, on.stores.keys);
  on.start(
    {},
    {
      async of(creator, calls) {
        if (calls.some(({ subject }) => subject === broken)) throw new TypeError('no such field');
        const bodies = new Map(await written.of(creator, calls));
        for (const { delivery_id, subject } of calls)
          if (subject === large) bodies.set(delivery_id, Buffer.alloc(BODY_BYTES + 1));
        return bodies;
      },
    },
  );
  await gets(receiver, [small.slice('order-'.length)]);
  const failures = async () => new Map((await logOf()).map(({ subject, failure }) => [subject, failure]));
  await expect.poll(failures, SOON).toEqual(
    new Map([
      [small, ''],
      [broken, 'gone'],
      [large, 'too_large'],
    ]),
  );
});

test('an address gets nothing from before it existed, until it is replayed', async () => {
  await worker.stop();
  const before = await on.buy();
  on.pass(60_001);
  const receiver = await on.receiver();
  const after = await on.buy();
  worker = on.start();
  await gets(receiver, [after]);
  await on.api.data(replayWebhook, { webhook_id: receiver.webhook_id }, on.creator);
  await expect.poll(() => numbersOf(receiver), SOON).toContain(before);
});

test('nothing is sent for a banned creator; it waits', async () => {
  await worker.stop();
  const receiver = await on.receiver();
  const other = await on.receiver(['order'], await on.api.creator());
  const number = await on.buy();
  const setBanned = (banned: boolean) =>
    on.api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [
      on.creator.user_id,
      banned ? USER_STATUS.banned : USER_STATUS.shown,
    ]);
  await setBanned(true);
  await on.stores.deliveries.test(other.webhook_id);
  on.start();
  await expect.poll(() => other.received.length, SOON).toBe(1);
  await expect.poll(() => on.stores.deliveries.due(receiver.webhook_id, false, 1, []), SOON).toHaveLength(1);
  // Once the test's call is recorded.
  await expect.poll(() => on.stores.deliveries.dueAddresses([], 100), SOON).toEqual([]);
  expect(receiver.received).toEqual([]);
  await setBanned(false);
  await gets(receiver, [number]);
});

describe('a replay', () => {
  const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);

  test('of one call sends it again under its id, its answer good or bad', async () => {
    const receiver = await on.receiver();
    await on.buy();
    await becomes({ state: 'delivered' });
    const [{ delivery_id } = { delivery_id: 0 }] = await logOf();
    await on.api.data(replayWebhookDelivery, { delivery_id }, on.creator);
    await expect.poll(() => receiver.received.length, SOON).toBe(2);
    expect(new Set(idsOf(receiver)).size).toBe(1);
  });

  test('since a position or time sends everything after it, also from before the address existed', async () => {
    await on.buy();
    const head = await on.api.deps.log.head();
    const numbers = [await on.buy(), await on.buy()];
    on.pass(60_000);
    const since = Math.floor(on.clock.now() / 1000);
    numbers.push(await on.buy());
    const newest = await on.api.deps.log.head();
    await expect.poll(() => worker.counts.position, SOON).toBeGreaterThanOrEqual(newest);
    const receiver = await on.receiver();
    const { webhook_id } = receiver;
    await on.api.data(replayWebhook, { webhook_id, after: head }, on.creator);
    await expect.poll(() => new Set(numbersOf(receiver)), SOON).toEqual(new Set(numbers));
    await expect
      .poll(async () => (await on.api.data(listWebhooks, {}, on.creator)).list[0]?.replaying, SOON)
      .toBe(false);
    await expect.poll(() => logOf({ state: 'waiting' }), SOON).toEqual([]);
    receiver.received.length = 0;
    await on.api.data(replayWebhook, { webhook_id, since }, on.creator);
    await expect.poll(() => new Set(numbersOf(receiver)), SOON).toEqual(new Set(numbers.slice(2)));
    await on.api.data(replayWebhook, { webhook_id }, on.creator);
    await expect.poll(() => new Set(numbersOf(receiver)).size, SOON).toBeGreaterThan(3);
    expect(on.failures).toEqual([]);
  });

  test('from a position or time that is not there yet is refused, and nothing is written', async () => {
    const { webhook_id } = await on.receiver();
    const after = (await on.api.deps.log.head()) + 1;
    const since = Math.floor(on.clock.now() / 1000) + 60;
    for (const [field, input] of [
      ['after', { after }],
      ['since', { since }],
    ] as const) {
      const { ec, data } = await on.api.call(replayWebhook, { webhook_id, ...input }, on.creator);
      expect([ec, data.errors?.[0]?.field]).toEqual([40000, field]);
    }
    const other = await on.api.creator();
    expect((await on.api.call(replayWebhook, { webhook_id }, other)).ec).toBe(40400);
    expect((await on.api.data(listWebhooks, {}, on.creator)).list[0]?.replaying).toBe(false);
    expect(await logOf()).toEqual([]);
  });
});
