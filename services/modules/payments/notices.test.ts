import { beforeAll, describe, expect, it } from 'vitest';
import { type CartOrderNo, chargeIdOf, isCartNumber, type OutTradeNo, type SkuId } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { cartCalls } from '#services/api/testing/sample-shop.ts';
import type { Command, States } from '#services/commerce/engine/command.ts';
import { type OrderState, orderKind } from '#services/commerce/orders/order.ts';
import { payment } from '#services/commerce/testing/orders.ts';
import { checkOrder, createOrder } from '#services/contract/orders/orders.ts';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import { openShop, PRICE } from '#services/worker/testing/shop.ts';
import { signedHeaders } from './sandbox/signature.ts';
import { logged, noticeKeyOf, noticeOf, post } from './testing/notices.ts';

const PAID = ['OrderPlaced', 'OrderPaid'];
const UNPAID = ['OrderPlaced'];

/** The control: the command always sees the order's first state, and its events have random ids. */
function forgetting<Result>(pending: OrderState, command: Command<Result>): Command<Result> {
  const blind = (states: States): States => ({
    calendar: states.calendar,
    sees: (stream) => states.sees(stream),
    versionOf: (stream) => states.versionOf(stream),
    get: (kind, stream) => (kind.name === 'order' ? (pending as never) : states.get(kind, stream)),
  });
  return {
    ...command,
    furtherStreams: (states) => command.furtherStreams?.(blind(states)) ?? [],
    decide(states, now) {
      const decision = command.decide(blind(states), now);
      if (!decision.accepted) return decision;
      return { ...decision, events: decision.events.map(({ id: _id, ...event }) => event) };
    },
  };
}

let unlimited: SkuId;

const shop = fixture(openShop);
beforeAll(async () => {
  unlimited = await shop.sell(null);
});

describe('a genuine notice', () => {
  it('makes the order paid before it is acknowledged', async () => {
    const order = await shop.order(unlimited);
    const body = noticeOf(order);
    expect(await post(shop, body)).toEqual({ status: 200, result: 'accepted' });
    expect(await shop.history(order)).toEqual(PAID);
    expect(await logged(shop, body)).toEqual([{ verdict: 'accepted', reason: '', copies: 1 }]);
  });

  it('replayed is acknowledged as a duplicate and changes nothing', async () => {
    const order = await shop.order(unlimited);
    const body = noticeOf(order);
    const headers = signedHeaders(noticeKeyOf(shop), body, shop.clock.now());
    await post(shop, body, headers);
    const head = await shop.api.deps.log.head();
    expect(await post(shop, body, headers)).toEqual({ status: 200, result: 'duplicate' });
    expect(await shop.api.deps.log.head()).toBe(head);
    expect(await logged(shop, body)).toEqual([{ verdict: 'accepted', reason: '', copies: 2 }]);
  });

  it('of a failed attempt leaves the order to be paid', async () => {
    const order = await shop.order(unlimited);
    expect(await post(shop, noticeOf(order, { outcome: 'failed' }))).toEqual({
      status: 200,
      result: 'accepted',
    });
    expect(await shop.history(order)).toEqual(UNPAID);
  });

  it('of another amount does not pay the order: the money is returned', async () => {
    const order = await shop.order(unlimited);
    expect(await post(shop, noticeOf(order, { amount: 999 }))).toEqual({ status: 200, result: 'accepted' });
    const [, late] = await shop.events(order);
    expect(late).toMatchObject({ type: 'LatePaymentReceived', data: { amount: 999, reason: 'amount' } });
  });

  it.each([
    ['of an order that nobody placed', 'ch_299999999_1'],
    ['that is no charge of ours', 'pi_somebody_elses'],
  ])('for a charge %s is refused and logged', async (_, charge_id) => {
    const head = await shop.api.deps.log.head();
    const body = noticeOf('' as OutTradeNo, { charge_id });
    expect(await post(shop, body)).toEqual({ status: 400, result: 'refused', reason: 'unknown_charge' });
    expect(await shop.api.deps.log.head()).toBe(head);
    expect(await logged(shop, body)).toEqual([{ verdict: 'refused', reason: 'unknown_charge', copies: 1 }]);
  });
});

describe('a notice that is not to be believed', () => {
  async function refused(order: OutTradeNo, body: Buffer, headers: Record<string, string>, reason: string) {
    const head = await shop.api.deps.log.head();
    expect(await post(shop, body, headers)).toEqual({ status: 400, result: 'refused', reason });
    expect(await shop.api.deps.log.head()).toBe(head);
    expect(await shop.history(order)).toEqual(UNPAID);
    expect(await logged(shop, body)).toEqual([{ verdict: 'refused', reason, copies: 1 }]);
  }
  const signed = (body: Uint8Array, shift = 0) =>
    signedHeaders(noticeKeyOf(shop), body, shop.clock.now() + shift);

  it('forged under another key', async () => {
    const order = await shop.order(unlimited);
    const body = noticeOf(order);
    await refused(order, body, signedHeaders(Buffer.alloc(32), body, shop.clock.now()), 'signature_wrong');
  });

  it('altered by one byte after it was signed', async () => {
    const order = await shop.order(unlimited);
    const genuine = noticeOf(order, { amount: 999 });
    const altered = Buffer.from(genuine.toString().replace('999', '998'));
    await refused(order, altered, signed(genuine), 'signature_wrong');
  });

  it('the same JSON in other bytes', async () => {
    const order = await shop.order(unlimited);
    const genuine = noticeOf(order);
    await refused(order, Buffer.from(`${genuine.toString()} `), signed(genuine), 'signature_wrong');
  });

  it('signed more than five minutes ago', async () => {
    const order = await shop.order(unlimited);
    const body = noticeOf(order);
    await refused(order, body, signed(body, -302_000), 'stale');
  });

  it('without a signature', async () => {
    const order = await shop.order(unlimited);
    await refused(order, noticeOf(order), {}, 'signature_missing');
  });

  it.each(['', 'null', '{"notice_id":"x"}', '\u0000', '[[[[[['])(
    'signed, but no notice: %j',
    async (text) => {
      const body = Buffer.from(text);
      expect(await post(shop, body, signed(body))).toMatchObject({ status: 400, reason: 'malformed' });
    },
  );

  it('sent to a provider that is not here', async () => {
    const order = await shop.order(unlimited);
    const body = noticeOf(order);
    const answer = await post(shop, body, signed(body), 'nobody');
    expect(answer).toEqual({ status: 400, result: 'refused', reason: 'unknown_provider' });
    expect(await shop.history(order)).toEqual(UNPAID);
  });

  it('larger than any notice is not read', async () => {
    const response = await fetch(`${shop.url}/api/pay/notify/sandbox`, {
      method: 'POST',
      body: 'x'.repeat(70_000),
    });
    expect(response.status).toBe(413);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'named %j is judged by its bytes',
    async (type) => {
      const order = await shop.order(unlimited);
      const body = noticeOf(order);
      const headers = { ...signed(body), 'content-type': type };
      expect(await post(shop, body, headers)).toEqual({ status: 200, result: 'accepted' });
      expect(await shop.history(order)).toEqual(PAID);
    },
  );

  it('of no content type, or for a name longer than any, is not acknowledged either', async () => {
    const order = await shop.order(unlimited);
    const body = noticeOf(order);
    expect(await post(shop, body, { ...signed(body), 'content-type': '' })).toMatchObject({ status: 415 });
    expect(await post(shop, body, signed(body), 'x'.repeat(41))).toMatchObject({ status: 400 });
    expect(await shop.history(order)).toEqual(UNPAID);
  });

  it('sent two hundred times fills one row', async () => {
    const body = noticeOf(await shop.order(unlimited));
    await Promise.all(Array.from({ length: 200 }, () => post(shop, body, {})));
    expect(await logged(shop, body)).toEqual([
      { verdict: 'refused', reason: 'signature_missing', copies: 200 },
    ]);
  });
});

describe('a charge that the books of a crashed database lack', () => {
  const lose = (number: OutTradeNo | CartOrderNo) =>
    shop.api.deps.pool.query('DELETE FROM sandbox.charges WHERE charge_id = $1', [chargeIdOf(number, 1)]);

  it('is made again when it is paid', async () => {
    const order = await shop.order(unlimited);
    await lose(order);
    expect(await shop.pay(order)).toBe('paid');
    await shop.sandbox.notices.idle();
    expect(await shop.history(order)).toEqual(PAID);
  });

  it('is made again for a cart too', async () => {
    const fan = await shop.api.user();
    const calls = cartCalls(shop.api, fan);
    await calls.add({ plan_id: shop.plan_id, sku: [{ sku_id: unlimited, count: 1 }] });
    const number = (await calls.order()).data.cart_order_no;
    if (!isCartNumber(number)) throw new Error(`${number} is no cart's number`);
    await lose(number);
    const body = { charge_id: chargeIdOf(number, 1), outcome: 'success' };
    expect((await shop.api.send(sandboxPay, body)).data).toEqual({ status: 'paid' });
  });

  it('is not made again for an order that is over', async () => {
    const order = await shop.order(unlimited);
    await shop.pay(order);
    await shop.sandbox.notices.idle();
    await lose(order);
    const body = { charge_id: chargeIdOf(order, 1), outcome: 'success' };
    expect((await shop.api.send(sandboxPay, body)).ec).toBe(40400);
  });
});

describe('notices that travel badly', () => {
  it('twenty concurrent copies pay and sell once', async () => {
    const sku = await shop.sell(5);
    const order = await shop.order(sku);
    expect(await shop.pay(order, { copies: 20 })).toBe('paid');
    await shop.sandbox.notices.idle();
    expect(await shop.history(order)).toEqual(PAID);
    expect(await shop.left(sku)).toBe(4);
  });

  it('twenty different notices of one charge pay once', async () => {
    const order = await shop.order(unlimited);
    await Promise.all(Array.from({ length: 20 }, () => post(shop, noticeOf(order))));
    expect(await shop.history(order)).toEqual(PAID);
  });

  it('negative control: a payment that does not look whether its charge is known pays twice', async () => {
    const { committer } = shop.api.deps;
    const order = await shop.order(unlimited);
    const stream = orderStream(order);
    const pending = await committer.read([stream], (states) => states.get(orderKind, stream));
    const forgetful = forgetting(pending, payment(PRICE, order));
    await committer.submit(forgetful);
    await committer.submit(forgetful);
    expect(await shop.history(order)).toEqual(['OrderPlaced', 'OrderPaid', 'OrderPaid']);
  });

  it('the news of failing that comes after the news of success changes nothing', async () => {
    const order = await shop.order(unlimited);
    await post(shop, noticeOf(order));
    await post(shop, noticeOf(order, { outcome: 'failed' }));
    expect(await shop.history(order)).toEqual(PAID);
  });

  it('before or after the browser’s query: the browser sees the order paid after the notice', async () => {
    const fan = await shop.api.user();
    const choice = { plan_id: shop.plan_id, product_type: 1, sku: [{ sku_id: unlimited, count: 1 }] };
    const buy = async (): Promise<OutTradeNo> => {
      const { data } = await shop.api.call(createOrder, choice, fan);
      return data.out_trade_no as OutTradeNo;
    };
    const seen = async (out_trade_no: OutTradeNo): Promise<unknown> =>
      (await shop.api.call(checkOrder, { out_trade_no }, fan)).data.status;

    const early = await buy();
    await post(shop, noticeOf(early));
    expect(await seen(early)).toBe(2);

    const late = await buy();
    expect(await shop.pay(late, { delay_ms: 3_600_000 })).toBe('paid');
    expect(await seen(late)).toBe(1);
    await post(shop, noticeOf(late));
    expect(await seen(late)).toBe(2);
  });

  it('is refused by the cashier for an unknown charge', async () => {
    const answer = await shop.api.call(sandboxPay, { charge_id: 'ch_none_1', outcome: 'success' });
    expect(answer.ec).toBe(40400);
  });
});
