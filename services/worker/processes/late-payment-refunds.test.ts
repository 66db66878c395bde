import { beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type { RefundRequest } from '#services/modules/payments/provider.ts';
import { noticeOf, post } from '#services/modules/payments/testing/notices.ts';
import { messagesOf, refundsOf, timersOf } from '../testing/refunds.ts';
import { openShop, PRICE } from '../testing/shop.ts';
import { latePaymentRefunds } from './late-payment-refunds.ts';

const CANCELLED = ['OrderPlaced', 'OrderCancelled'];

const shop = fixture(openShop);
beforeAll(() => shop.processes());

describe('money for an order that has expired', () => {
  it('revives it if its holds are still possible', async () => {
    const sku = await shop.sell(1);
    const order = await shop.order(sku, 10);
    shop.advance(10);
    await shop.becomes(order, CANCELLED);
    await shop.pay(order);
    await shop.becomes(order, [...CANCELLED, 'OrderPaid']);
    expect((await shop.events(order))[2]?.data).toMatchObject({ revived: true });
    expect(await shop.left(sku)).toBe(0);
    expect(await refundsOf(shop, order)).toEqual([]);
  });

  it('is returned if the last unit is sold, once, and the fan is notified once', async () => {
    const sku = await shop.sell(1);
    const late = await shop.order(sku, 10);
    shop.advance(10);
    await shop.becomes(late, CANCELLED);
    const quick = await shop.order(sku);
    await shop.pay(late, { copies: 5 });
    await shop.becomes(late, [...CANCELLED, 'LatePaymentReceived', 'LatePaymentReturned']);
    await expect.poll(() => timersOf(shop, late)).toEqual(['charge-follow-up']);
    expect(await refundsOf(shop, late)).toEqual([PRICE]);
    expect(await messagesOf(shop, late)).toBe(1);
    await shop.pay(quick);
    await shop.becomes(quick, ['OrderPlaced', 'OrderPaid']);
    expect(await shop.left(sku)).toBe(0);
  });

  it('found by a query only, because its notice was lost, is returned, too', async () => {
    const sku = await shop.sell(1);
    const late = await shop.order(sku, 10);
    shop.advance(10);
    await shop.becomes(late, CANCELLED);
    await shop.order(sku);
    await shop.pay(late, { lost: true });
    shop.advance(20);
    await shop.becomes(late, [...CANCELLED, 'LatePaymentReceived', 'LatePaymentReturned']);
    expect(await refundsOf(shop, late)).toEqual([PRICE]);
  });
});

describe('money that the provider refuses to return', () => {
  it('is retried later, and reported in the log', async () => {
    const order = await shop.order(await shop.sell(1));
    // A notice about money that the provider has not received: it refuses the refund.
    await post(shop, noticeOf(order, { amount: 1 }));
    await expect.poll(() => shop.failures.map(({ name }) => name)).toContain('late-payment-refunds');
    expect(await shop.history(order)).toEqual(['OrderPlaced', 'LatePaymentReceived']);
    expect(await timersOf(shop, order)).toContain('late-payment-refunds');
    expect(await messagesOf(shop, order)).toBe(0);
  });
});

it('of a payer who agreed to renewals ends the consent at the provider', async () => {
  const calls: unknown[] = [];
  const provider = {
    refund: async ({ charge_id }: RefundRequest) => {
      calls.push(['refund', charge_id]);
      return { provider_refund_id: 'r1' };
    },
    endAgreement: async (charge: string) => void calls.push(['end', charge]),
  };
  const parts = {
    payments: { provider: () => provider },
    committer: {
      read: async () => ({
        phase: 'cancelled',
        placed: { user_id: 'fan', plan_name: 'Coffee' },
        late: [{ charge_id: 'ch_1_1', amount: 500 }],
        failed: [],
      }),
      submit: async () => ({ accepted: true }),
    },
    outbox: { send: async () => undefined },
  } as unknown as Parameters<typeof latePaymentRefunds>[0]; // as far as it uses them
  const data = { out_trade_no: '1', charge_id: 'ch_1_1', provider: 'sandbox', event_id: 'e' };
  expect(await latePaymentRefunds(parts).fire({ key: '1', due_at: 0, attempts: 0, data }, 0)).toBe('done');
  expect(calls).toEqual([
    ['refund', 'ch_1_1'],
    ['end', 'ch_1_1'],
  ]);
});
