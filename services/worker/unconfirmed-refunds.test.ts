import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type OutTradeNo, orderNumber } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { plainBooks } from '#ops/audit/plain-books.mjs';
import { FAILED_REFUNDS } from '#read-models/books/ledger/accounts.ts';
import { trialBalance } from '#read-models/books/ledger/queries.ts';
import { whatNeedsAttention } from '#services/api/books/finance-attention.ts';
import { payForOrder } from '#services/api/payments/order-payment.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { order as orderOf } from '#services/commerce/testing/orders.ts';
import { refundByHand } from '#services/contract/refunds/calls.ts';
import { alipayStandIn } from '#services/modules/payments/alipay/testing/stand-in.ts';
import { openShop } from './testing/shop.ts';

const alipay = fixture(alipayStandIn);
const shop = fixture(() => openShop({ projections: true, config: { alipay: alipay.settings } }));
beforeAll(() => shop.processes());
beforeEach(() => {
  Object.assign(alipay.behavior, { refundError: '', refundStatus: '' });
});

const HOUR = 3_600;
const DAY = 24 * HOUR;
const DECIDED = ['OrderPlaced', 'OrderPaid', 'OrderRefunded'];

/** A paid order of which 3.00 are to go back. */
async function refunding(): Promise<OutTradeNo> {
  const { committer } = shop.api.deps;
  const { user_id } = await shop.api.user();
  const out_trade_no = orderNumber(user_id);
  const lines = [{ sku_id: await shop.sell(1), count: 1 }];
  const paying = { provider: 'alipay', py_type: 'apy', ttl_seconds: 900 };
  const input = orderOf({ out_trade_no, user_id, plan_id: shop.plan_id, lines, ...paying });
  expect(await committer.submit(input)).toMatchObject({ accepted: true });
  const stream = orderStream(out_trade_no);
  const order = await committer.read([stream], (states) => states.get(orderKind, stream));
  if (order.phase === 'none') throw new Error('not placed');
  alipay.pay(alipay.open((await payForOrder(shop.api.deps, order, {})).url));
  shop.advance(30);
  await shop.becomes(out_trade_no, DECIDED.slice(0, 2));
  await shop.refund(out_trade_no, 'a', 300);
  return out_trade_no;
}

const atAlipay = (order: OutTradeNo) =>
  alipay.refunds.filter(({ out_trade_no }) => out_trade_no.startsWith(order));
/** Times that the refund's timer has fired, and whether it counts the days. */
async function timerOf(order: OutTradeNo) {
  const { rows } = await shop.api.deps.pool.query<{ attempts: number; counts: boolean }>(
    `SELECT attempts, data ? 'unconfirmed_since' AS counts FROM runtime.timers
      WHERE process = 'refunds' AND key LIKE $1`,
    [`${order} %`],
  );
  return rows[0];
}
/** Alipay has accepted the refund, and does not confirm it. */
const isUnconfirmed = (order: OutTradeNo): Promise<void> =>
  expect.poll(() => timerOf(order)).toMatchObject({ counts: true });

it('a refund that Alipay never confirms is left to finance after a week', async () => {
  const order = await refunding();
  await isUnconfirmed(order);
  expect(atAlipay(order)).toMatchObject([{ refund_amount: '3.00' }]);
  shop.advance(6 * DAY);
  await expect.poll(async () => (await timerOf(order))?.attempts).toBe(2);
  expect(await shop.history(order)).toEqual(DECIDED);
  alipay.requests.length = 0;
  shop.advance(2 * DAY);
  await shop.becomes(order, [...DECIDED, 'RefundFailed']);
  expect((await shop.events(order)).at(-1)?.data).toMatchObject({ reason: 'unconfirmed' });
  // What is given up was not sent again just before.
  expect(alipay.requests).not.toContain('alipay.trade.refund');

  const desk = await shop.api.staff('finance');
  const reason = 'bank transfer';
  const byHand = () => shop.api.call(refundByHand, { out_trade_no: order, refund_id: 'a', reason }, desk);
  await shop.api.projected();
  for (const [refund_status, ec] of [
    ['REFUND_PROCESSING', 40902],
    ['', 200],
  ]) {
    Object.assign(atAlipay(order)[0] ?? {}, { refund_status });
    expect(await byHand()).toMatchObject({ ec });
  }
});

it('a refund that Alipay sends after it was given up leaves the list of finance, and the books are right', async () => {
  const { pool, log, calendar } = shop.api.deps;
  const order = await refunding();
  await isUnconfirmed(order);
  shop.advance(8 * DAY);
  await shop.becomes(order, [...DECIDED, 'RefundFailed']);
  const unpaid = async () => {
    await shop.api.projected();
    const looking = { calendar, now: shop.clock.now(), until: undefined, most: 50 };
    const { list } = await whatNeedsAttention(shop.api.deps, { ...looking, kind: 'refund_failed' });
    return list.map(({ ref }) => ref);
  };
  expect(await unpaid()).toContain(order);
  const books = async () =>
    new Map(
      (await trialBalance(pool, { until: undefined })).rows.map((row) => [
        row.account,
        row.debit - row.credit,
      ]),
    );
  const owed = async () => (await books()).get(FAILED_REFUNDS) ?? 0;
  const before = await owed();
  // Alipay still has not sent it.
  const attempts = (await timerOf(order))?.attempts ?? 0;
  shop.advance(DAY);
  await expect.poll(async () => (await timerOf(order))?.attempts).toBeGreaterThan(attempts);
  expect(await shop.history(order)).toEqual([...DECIDED, 'RefundFailed']);
  alipay.requests.length = 0;
  Object.assign(atAlipay(order)[0] ?? {}, { refund_status: 'REFUND_SUCCESS' });
  shop.advance(DAY);
  await shop.becomes(order, [...DECIDED, 'RefundFailed', 'FailedRefundPaid']);
  expect(alipay.requests).not.toContain('alipay.trade.refund');
  const { data } = (await shop.events(order)).at(-1) ?? {};
  expect(data).toMatchObject({ kind: 'refund', refund_id: 'a', amount: 300, paid_by: 'provider' });
  expect(await unpaid()).not.toContain(order);
  expect((await owed()) - before).toBe(300);
  const { events } = await log.readAll(0, { limit: 10_000 });
  const plain = plainBooks(events).balances;
  for (const [account, balance] of await books())
    expect([account, plain.get(account) ?? 0]).toEqual([account, balance]);
  await expect.poll(() => timerOf(order)).toBeUndefined();
});

it('a refund that Alipay sent when nobody asked any more leaves the list when finance wants to pay it', async () => {
  const order = await refunding();
  await isUnconfirmed(order);
  shop.advance(8 * DAY);
  await shop.becomes(order, [...DECIDED, 'RefundFailed']);
  await shop.api.deps.pool.query(`DELETE FROM runtime.timers WHERE process = 'refunds' AND key LIKE $1`, [
    `${order} %`,
  ]);
  Object.assign(atAlipay(order)[0] ?? {}, { refund_status: 'REFUND_SUCCESS' });
  const desk = await shop.api.staff('finance');
  const request = { out_trade_no: order, refund_id: 'a', reason: 'bank transfer' };
  await shop.api.projected();
  const { ec, data } = await shop.api.call(refundByHand, request, desk);
  expect([ec, data.paid_by]).toEqual([200, 'provider']);
  expect((await shop.events(order)).at(-1)).toMatchObject({
    type: 'FailedRefundPaid',
    data: { paid_by: 'provider', amount: 300, reason: '' },
  });
  await shop.api.projected();
  expect(await shop.api.call(refundByHand, request, desk)).toMatchObject({ ec: 40400 });
});

it('a refund that was given up is never sent again, whatever Alipay answers, also by a timer that was set again', async () => {
  const order = await refunding();
  await isUnconfirmed(order);
  shop.advance(8 * DAY);
  const ended = [...DECIDED, 'RefundFailed'];
  await shop.becomes(order, ended);
  alipay.requests.length = 0;
  async function fires(seconds: number, refund_status: string): Promise<void> {
    const attempts = (await timerOf(order))?.attempts ?? 0;
    Object.assign(atAlipay(order)[0] ?? {}, { refund_status });
    shop.advance(seconds);
    await expect.poll(async () => (await timerOf(order))?.attempts).toBeGreaterThan(attempts);
  }
  await fires(DAY, 'REFUND_PROCESSING');
  await fires(HOUR, '');
  await fires(DAY, '');
  await fires(DAY, 'REFUND_PROCESSING');
  // As a timer that was set again: it has no times.
  await shop.api.deps.pool.query(
    `UPDATE runtime.timers SET data = data - 'unconfirmed_since' WHERE process = 'refunds' AND key LIKE $1`,
    [`${order} %`],
  );
  await fires(HOUR, '');
  expect(await timerOf(order)).toMatchObject({ counts: true });
  expect(alipay.requests).not.toContain('alipay.trade.refund');
  expect(await shop.history(order)).toEqual(ended);
});

it('a refund that was refused for more than a week is not given up when it is accepted', async () => {
  alipay.behavior.refundError = 'ACQ.SELLER_BALANCE_NOT_ENOUGH';
  const order = await refunding();
  await expect.poll(async () => (await timerOf(order))?.attempts).toBeGreaterThan(0);
  for (let day = 0; day < 8; day += 1) {
    const before = (await timerOf(order))?.attempts ?? 0;
    shop.advance(DAY);
    await expect.poll(async () => (await timerOf(order))?.attempts).toBeGreaterThan(before);
  }
  alipay.behavior.refundError = '';
  shop.advance(HOUR);
  await isUnconfirmed(order);
  expect(await shop.history(order)).toEqual(DECIDED);
  Object.assign(atAlipay(order)[0] ?? {}, { refund_status: 'REFUND_SUCCESS' });
  shop.advance(HOUR + 1);
  await shop.becomes(order, [...DECIDED, 'RefundSent']);
});
