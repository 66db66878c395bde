import { beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { noticeOf, post } from '#services/modules/payments/testing/notices.ts';
import { refundsOf, timersOf } from '../testing/refunds.ts';
import { openShop } from '../testing/shop.ts';

const EXPIRED = ['OrderPlaced', 'OrderCancelled'];
const PAID = ['OrderPlaced', 'OrderPaid'];

const shop = fixture(openShop);
beforeAll(() => shop.processes());

describe('expiry', () => {
  it('cancels unpaid orders, and releases their units', async () => {
    const sku = await shop.sell(1);
    const order = await shop.order(sku);
    expect(await shop.left(sku)).toBe(0);
    shop.advance(900);
    await shop.becomes(order, EXPIRED);
    expect((await shop.events(order))[1]).toMatchObject({
      data: { reason: 'expired' },
      metadata: { actor: 'process:expiry' },
    });
    expect(await shop.left(sku)).toBe(1);
  });

  it('fires on time without the clock being moved', async () => {
    const sku = await shop.sell(1);
    const order = await shop.order(sku, 1);
    await shop.becomes(order, EXPIRED);
  });

  it('does not change orders before their time, and drops paid ones', async () => {
    const sku = await shop.sell(2);
    const waiting = await shop.order(sku, 86_400);
    const paid = await shop.order(sku, 60);
    await shop.pay(paid);
    await shop.becomes(paid, PAID);
    await expect.poll(() => timersOf(shop, paid)).toEqual([]);
    const due = await shop.order(await shop.sell(1), 60);
    shop.advance(60);
    await shop.becomes(due, EXPIRED);
    expect(await shop.history(paid)).toEqual(PAID);
    expect(await shop.history(waiting)).toEqual(['OrderPlaced']);
  });

  it('queries the provider a last time: a payment with a lost notice is in time', async () => {
    const sku = await shop.sell(1);
    const order = await shop.order(sku, 10);
    await shop.pay(order, { lost: true });
    shop.advance(10);
    await shop.becomes(order, PAID);
    expect(await shop.left(sku)).toBe(0);
  });

  it('also cancels orders paid with another amount, which is returned', async () => {
    const sku = await shop.sell(1);
    const order = await shop.order(sku, 10);
    await shop.pay(order, { lost: true });
    await post(shop, noticeOf(order, { amount: 999 }));
    await shop.becomes(order, ['OrderPlaced', 'LatePaymentReceived', 'LatePaymentReturned']);
    shop.advance(10);
    await expect.poll(() => shop.history(order)).toContain('OrderCancelled');
    expect(await shop.left(sku)).toBe(1);
    expect(await refundsOf(shop, order)).toEqual([999]);
  });

  it('cancels hundreds that fall due together', async () => {
    const sku = await shop.sell(300);
    const orders = await Promise.all(Array.from({ length: 300 }, () => shop.order(sku)));
    shop.advance(900);
    await expect.poll(() => shop.left(sku)).toBe(300);
    for (const order of orders) expect(await shop.history(order)).toEqual(EXPIRED);
  });

  it('failed at nothing', () => {
    expect(shop.failures).toEqual([]);
  });
});
