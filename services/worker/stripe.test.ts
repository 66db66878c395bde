import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeIdOf, type OutTradeNo, orderNumber, type SkuId } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { payForOrder } from '#services/api/payments/order-payment.ts';
import { orderKind, type PlacedOrderState } from '#services/commerce/orders/order.ts';
import { cancellation, order as orderOf } from '#services/commerce/testing/orders.ts';
import { checkOrder } from '#services/contract/orders/orders.ts';
import { stripeStandIn } from '#services/modules/payments/stripe/testing/stand-in.ts';
import { logged, post } from '#services/modules/payments/testing/notices.ts';
import { openShop, PRICE } from './testing/shop.ts';

const SECRET = 'whsec_test';
const stripe = fixture(() => stripeStandIn(SECRET));
const shop = fixture(() => {
  const methods = ['card' as const];
  const secrets = { secretKey: 'sk_test_1', webhookSecrets: [SECRET] };
  const account = { ...secrets, methods, payouts: false, apiUrl: stripe.url };
  return openShop({ config: { stripe: account } });
});
beforeAll(() => shop.processes());
beforeEach(() => {
  Object.assign(stripe.behavior, { silent: false, failing: false, refundStatus: 'succeeded' });
});

const PAID = ['OrderPlaced', 'OrderPaid'];

async function stateOf(order: OutTradeNo): Promise<PlacedOrderState> {
  const stream = orderStream(order);
  const state = await shop.api.deps.committer.read([stream], (states) => states.get(orderKind, stream));
  if (state.phase === 'none') throw new Error(`no order ${order}`);
  return state;
}

/** An order whose page at Stripe is open. */
async function ordered(ttl_seconds = 900, sku?: SkuId): Promise<OutTradeNo> {
  const fan = await shop.api.user();
  const out_trade_no = orderNumber(fan.user_id);
  const lines = [{ sku_id: sku ?? (await shop.sell(1)), count: 1 }];
  const paying = { provider: 'stripe', py_type: 'strp', ttl_seconds };
  const input = orderOf({ out_trade_no, user_id: fan.user_id, plan_id: shop.plan_id, lines, ...paying });
  expect(await shop.api.deps.committer.submit(input)).toMatchObject({ accepted: true });
  const { url } = await payForOrder(shop.api.deps, await stateOf(out_trade_no));
  expect(url).toContain('checkout.stripe.com');
  return out_trade_no;
}

const sessionOf = (order: OutTradeNo) => {
  const found = [...stripe.sessions.values()].find(({ metadata }) => metadata.out_trade_no === order);
  if (!found) throw new Error(`no session of ${order}`);
  return found;
};

const notify = (type: string, object: object, secret = SECRET) => {
  const { body, headers } = stripe.event(type, object, shop.clock.now(), secret);
  return post(shop, body, headers, 'stripe');
};

/** A paid order; processes look it up too, so that a second notice is always a repetition. */
async function paid(): Promise<OutTradeNo> {
  const order = await ordered();
  expect(await notify('checkout.session.completed', stripe.pay(sessionOf(order)))).toMatchObject({
    status: 200,
  });
  await shop.becomes(order, PAID);
  return order;
}

const refundsOf = (order: OutTradeNo) =>
  stripe.refunds.filter(({ metadata }) => metadata.out_trade_no === order);

describe('a payment at Stripe', () => {
  it('pays the order once, also if its notice comes many times and at once', async () => {
    const order = await ordered();
    const session = stripe.pay(sessionOf(order));
    const event = stripe.event('checkout.session.completed', session, shop.clock.now());
    const answers = await Promise.all([1, 2, 3].map(() => post(shop, event.body, event.headers, 'stripe')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await shop.becomes(order, PAID);
    expect(await logged(shop, event.body)).toMatchObject([{ verdict: 'accepted', copies: 3 }]);
  });

  it('is not believed when forged, of another currency, or of an unknown order', async () => {
    const order = await ordered();
    const session = { ...sessionOf(order), payment_status: 'paid' };
    const completed = 'checkout.session.completed';
    expect(await notify(completed, session, 'whsec_forged')).toMatchObject({
      status: 400,
      reason: 'signature_wrong',
    });
    const dollars = { ...session, currency: 'usd' };
    expect(await notify(completed, dollars)).toMatchObject({ status: 400, reason: 'other_currency' });
    const unknown = { ...session, metadata: { charge_id: 'ch_299_1' } };
    expect(await notify(completed, unknown)).toMatchObject({ status: 400, reason: 'unknown_charge' });
    // Other uses of the account are acknowledged, or Stripe would switch the endpoint off.
    expect(await notify(completed, { ...session, metadata: {} })).toMatchObject({ status: 200 });
    expect(await shop.history(order)).toEqual(['OrderPlaced']);
  });

  it('of another amount is returned', async () => {
    const order = await ordered();
    const session = stripe.pay(sessionOf(order));
    session.amount_total = PRICE + 1;
    await notify('checkout.session.completed', session);
    await shop.becomes(order, ['OrderPlaced', 'LatePaymentReceived', 'LatePaymentReturned']);
    expect(refundsOf(order)).toMatchObject([{ amount: PRICE + 1 }]);
  });

  it('with a lost notice is found', async () => {
    const order = await ordered();
    stripe.pay(sessionOf(order));
    shop.advance(30);
    await shop.becomes(order, PAID);
  });

  it('is not possible after the order expired: its page is closed', async () => {
    const order = await ordered(10);
    shop.advance(10);
    await shop.becomes(order, ['OrderPlaced', 'OrderCancelled']);
    await expect.poll(() => sessionOf(order).status).toBe('expired');
  });

  it('of a cancelled order revives it, or goes back once when the unit is another’s; its notices change nothing', async () => {
    const LATE = ['OrderPlaced', 'OrderCancelled'];
    for (const isTaken of [false, true]) {
      const sku = await shop.sell(1);
      const order = await ordered(900, sku);
      // Paid in the moment before the fan cancels.
      const session = stripe.pay(sessionOf(order));
      const { user_id } = (await stateOf(order)).placed;
      const cancelled = await shop.api.deps.committer.submit(cancellation(order, user_id));
      expect(cancelled).toMatchObject({ accepted: true });
      if (isTaken) await ordered(900, sku);
      const notice = () => notify('checkout.session.completed', session);
      expect((await Promise.all([notice(), notice()])).map(({ status }) => status)).toEqual([200, 200]);
      const end = isTaken ? ['LatePaymentReceived', 'LatePaymentReturned'] : ['OrderPaid'];
      await shop.becomes(order, [...LATE, ...end]);
      expect(await notice()).toMatchObject({ status: 200 });
      expect(await shop.history(order)).toEqual([...LATE, ...end]);
      expect(refundsOf(order).map(({ amount }) => amount)).toEqual(isTaken ? [PRICE] : []);
    }
  });

  it('waits while Stripe is down: the order is there without a page, and gets it later', async () => {
    const order = await ordered();
    stripe.behavior.failing = true;
    await shop.api.deps.pool.query('DELETE FROM payments.charges WHERE charge_id = $1', [
      chargeIdOf(order, 1),
    ]);
    const check = () => shop.api.data(checkOrder, { out_trade_no: order });
    expect(await check()).toMatchObject({ status: 1, pay: { url: '' } });
    stripe.behavior.failing = false;
    expect(await check()).toMatchObject({ pay: { url: expect.stringContaining('checkout.stripe.com') } });
  });
});

describe('a refund at Stripe', () => {
  it('is asked about while it is pending, and told to the fan when it is sent', async () => {
    const order = await paid();
    stripe.behavior.refundStatus = 'pending';
    await shop.refund(order, 'a', PRICE);
    await expect.poll(() => refundsOf(order).length).toBe(1);
    const [refund] = refundsOf(order);
    expect(await shop.history(order)).toEqual([...PAID, 'OrderRefunded']);
    Object.assign(refund ?? {}, { status: 'succeeded' });
    shop.advance(3_601);
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundSent']);
    expect(refundsOf(order)).toHaveLength(1);
  });

  it('that fails after a week is recorded once, and no longer counts as sent', async () => {
    const order = await paid();
    await shop.refund(order, 'a', 300);
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundSent']);
    shop.advance(7 * 86_400);
    const failed = { ...refundsOf(order)[0], status: 'failed', failure_reason: 'expired_or_canceled_card' };
    for (const type of ['refund.updated', 'refund.failed']) {
      expect(await notify(type, failed)).toMatchObject({ status: 200 });
    }
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundSent', 'RefundFailed']);
    const foreign = { ...failed, metadata: { ...failed.metadata, refund_id: 'of another' } };
    expect(await notify('refund.failed', foreign)).toMatchObject({ status: 400 });
  });

  it('that Stripe refuses at once has failed, and is not sent again', async () => {
    const order = await paid();
    stripe.behavior.refundStatus = 'failed';
    await shop.refund(order, 'a', 300);
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundFailed']);
    expect(refundsOf(order)).toHaveLength(1);
  });
});

describe('a dispute', () => {
  const disputeOf = (order: OutTradeNo, status: string, change: object = {}) => ({
    id: `du_${order}`,
    payment_intent: sessionOf(order).payment_intent,
    amount: PRICE,
    currency: 'cny',
    reason: 'fraudulent',
    status,
    ...change,
  });

  it('stops refunds until it is decided; a won one changes nothing else', async () => {
    const order = await paid();
    for (const _ of [1, 2]) await notify('charge.dispute.created', disputeOf(order, 'needs_response'));
    await shop.becomes(order, [...PAID, 'PaymentDisputed']);
    await expect(shop.refund(order, 'a', 100)).rejects.toThrow();
    await notify('charge.dispute.closed', disputeOf(order, 'won'));
    await shop.becomes(order, [...PAID, 'PaymentDisputed', 'PaymentDisputeClosed']);
    await shop.refund(order, 'a', 100);
  });

  it('that is lost refunds the order once, without a payment by the provider', async () => {
    const order = await paid();
    // The decision can come before the beginning.
    for (const _ of [1, 2]) await notify('charge.dispute.closed', disputeOf(order, 'lost'));
    await notify('charge.dispute.created', disputeOf(order, 'needs_response'));
    await shop.becomes(order, [...PAID, 'PaymentDisputed', 'PaymentDisputeClosed', 'OrderRefunded']);
    expect((await shop.events(order)).at(-1)?.data).toMatchObject({ by: 'dispute', amount: PRICE });
    expect(refundsOf(order)).toEqual([]);
  });

  it('takes what is left of a refunded order; of a payment that is not ours it is acknowledged', async () => {
    const order = await paid();
    await shop.refund(order, 'a', 300);
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundSent']);
    await notify('charge.dispute.closed', disputeOf(order, 'lost'));
    const lost = ['PaymentDisputed', 'PaymentDisputeClosed', 'OrderRefunded'];
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundSent', ...lost]);
    expect((await shop.events(order)).at(-1)?.data).toMatchObject({
      amount: PRICE - 300,
      refunded_before: 300,
    });
    const foreign = disputeOf(order, 'lost', { payment_intent: 'pi_foreign' });
    expect((await notify('charge.dispute.created', foreign)).status).toBe(200);
  });
});
