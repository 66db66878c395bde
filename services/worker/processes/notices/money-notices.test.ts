import { beforeAll, describe, expect, it } from 'vitest';
import { chargeIdOf, type OutTradeNo, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { recordDispute } from '#services/commerce/refunds/dispute.ts';
import { refundFailed } from '#services/commerce/refunds/refund-failed.ts';
import { openShop, PRICE } from '../../testing/shop.ts';

const shop = fixture(openShop);
beforeAll(() => shop.processes());

async function paid(): Promise<{ order: OutTradeNo; fan: UserId; creator: UserId }> {
  const order = await shop.order(await shop.sell(1));
  await shop.pay(order);
  await shop.becomes(order, ['OrderPlaced', 'OrderPaid']);
  const stream = orderStream(order);
  const state = await shop.api.deps.committer.read([stream], (states) => states.get(orderKind, stream));
  if (state.phase === 'none') throw new Error('no order');
  return { order, fan: state.placed.user_id, creator: state.placed.creator_id };
}

async function toldTo(user: UserId, about: readonly string[]): Promise<string[]> {
  const { rows } = await shop.api.deps.pool.query<{ template: string }>(
    'SELECT template FROM runtime.outbox WHERE to_user = $1 AND template = ANY ($2) ORDER BY id',
    [user, about],
  );
  return rows.map(({ template }) => template);
}

describe('a message', () => {
  it('tells the fan once that a refund failed', async () => {
    const { order, fan } = await paid();
    await shop.refund(order, 'a', 300);
    await shop.becomes(order, ['OrderPlaced', 'OrderPaid', 'OrderRefunded', 'RefundSent']);
    const failure = {
      out_trade_no: order,
      reference: `${order}_a`,
      provider_refund_id: 're_1',
      reason: 'closed',
    };
    for (const _ of [1, 2])
      await shop.api.deps.committer.submit(refundFailed({ ...failure, provider: 'sandbox' }));
    await expect.poll(() => toldTo(fan, ['refund_failed'])).toEqual(['refund_failed']);
  });

  it.each(['won', 'lost'] as const)(
    'tells the creator once of a dispute, and that it is %s',
    async (status) => {
      const { order, creator } = await paid();
      const of = {
        charge_id: chargeIdOf(order, 1),
        dispute_id: `du_${order}`,
        amount: fenOf(PRICE),
        reason: 'fraudulent',
      };
      const about = ['payment_disputed', 'dispute_won', 'dispute_lost'];
      const before = await toldTo(creator, about);
      for (const now of ['open', 'open', status, status] as const) {
        const command = recordDispute({ ...of, status: now, provider: 'sandbox', causation_id: `n ${now}` });
        if (!command) throw new Error('no order of this charge');
        await shop.api.deps.committer.submit(command);
      }
      await expect
        .poll(async () => (await toldTo(creator, about)).slice(before.length).toSorted())
        .toEqual([`dispute_${status}`, 'payment_disputed']);
    },
  );
});
