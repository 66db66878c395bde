import { beforeAll, describe, expect, it } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import { type Fen, fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import { refundSent } from '#services/commerce/refunds/refund-sent.ts';
import { refundsOf } from '../testing/refunds.ts';
import { openShop, PRICE } from '../testing/shop.ts';

const shop = fixture(openShop);
beforeAll(() => shop.processes());

const PAID = ['OrderPlaced', 'OrderPaid'];

async function paid(): Promise<OutTradeNo> {
  const order = await shop.order(await shop.sell(1));
  await shop.pay(order);
  await shop.becomes(order, PAID);
  return order;
}

const refund = (order: OutTradeNo, refund_id: string, amount: Fen) =>
  shop.refund(order, refund_id, amount, 'damaged');

const messages = async (order: OutTradeNo): Promise<number> => {
  const { rows } = await shop.api.deps.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM runtime.outbox WHERE message_key LIKE $1',
    [`order_refunded ${order} %`],
  );
  return rows[0]?.n ?? 0;
};

describe('a refund', () => {
  it('the provider pays it part by part, each once, and the fan is notified of each', async () => {
    const order = await paid();
    await refund(order, 'a', fenOf(1));
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundSent']);
    await refund(order, 'b', fenOf(PRICE - 1));
    await refund(order, 'b', fenOf(PRICE - 1));
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundSent', 'OrderRefunded', 'RefundSent']);
    expect((await refundsOf(shop, order)).toSorted((a, b) => a - b)).toEqual([1, PRICE - 1]);
    await expect.poll(() => messages(order)).toBe(2);
  });

  it('that the order does not know cannot be recorded as sent; recorded twice is once', async () => {
    const order = await paid();
    const { committer } = shop.api.deps;
    const sent = refundSent({ out_trade_no: order, refund_id: 'none', provider_refund_id: 're_1' });
    expect(await committer.submit(sent)).toMatchObject({ refusal: { code: 'not_found' } });
    await refund(order, 'a', fenOf(2));
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundSent']);
    const again = refundSent({ out_trade_no: order, refund_id: 'a', provider_refund_id: 're_2' });
    expect(await committer.submit(again)).toMatchObject({ accepted: true, events: [] });
  });
});
