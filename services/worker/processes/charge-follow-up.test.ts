import { beforeAll, describe, expect, it } from 'vitest';
import { chargeIdOf, type SkuId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { ProviderContradiction } from '#services/modules/payments/provider.ts';
import { timersOf } from '../testing/refunds.ts';
import { openShop } from '../testing/shop.ts';
import { chargeClosings } from './charge-closings.ts';
import { chargeFollowUp } from './charge-follow-up.ts';

const HOUR = 3_600_000;
const PLACED = ['OrderPlaced'];
const PAID = ['OrderPlaced', 'OrderPaid'];

let sku: SkuId;
const shop = fixture(openShop);
beforeAll(async () => {
  sku = await shop.sell(null);
  shop.processes();
});

describe('a notice that does not come', () => {
  it('lost: the charge is queried after 20 s, and the order is paid once', async () => {
    const order = await shop.order(sku);
    expect(await shop.pay(order, { lost: true })).toBe('paid');
    expect(await shop.history(order)).toEqual(PLACED);
    shop.advance(20);
    await shop.becomes(order, PAID);
    expect((await shop.events(order))[1]?.metadata).toMatchObject({ actor: 'provider:sandbox' });
  });

  it('lost later, after the first question: the next one finds it', async () => {
    const order = await shop.order(sku);
    await expect.poll(() => timersOf(shop, order)).toEqual(['charge-follow-up', 'expiry']);
    shop.advance(20);
    const attempts = async (): Promise<number> => {
      const { rows } = await shop.api.deps.pool.query(
        `SELECT attempts FROM runtime.timers WHERE process = 'charge-follow-up' AND key = $1`,
        [order],
      );
      return rows[0]?.attempts;
    };
    await expect.poll(attempts).toBe(1);
    expect(await shop.history(order)).toEqual(PLACED);
    await shop.pay(order, { lost: true });
    shop.advance(40);
    await shop.becomes(order, PAID);
  });

  it('delayed: it is sent when it is due, and twice is once', async () => {
    const order = await shop.order(sku);
    await shop.pay(order, { delay_ms: 10_000, copies: 3 });
    expect(await shop.history(order)).toEqual(PLACED);
    shop.advance(10);
    await shop.becomes(order, PAID);
  });

  it('out of order: a late failure does not undo an earlier success', async () => {
    const order = await shop.order(sku);
    await shop.pay(order, { delay_ms: 60_000 }, 'fail');
    await shop.pay(order);
    await shop.becomes(order, PAID);
    shop.advance(60);
    const owed = async (): Promise<number> => {
      const { rows } = await shop.api.deps.pool.query(
        'SELECT count(*)::int AS n FROM sandbox.notices WHERE acknowledged_at IS NULL',
      );
      return rows[0].n;
    };
    await expect.poll(owed).toBe(0);
    expect(await shop.history(order)).toEqual(PAID);
  });

  it('refused at first because no API listened: it is sent again to the present address', async () => {
    const order = await shop.order(sku);
    await shop.sandbox.announceApi('http://127.0.0.1:9');
    await shop.pay(order);
    await shop.sandbox.notices.idle();
    expect(await shop.history(order)).toEqual(PLACED);
    await shop.sandbox.announceApi(shop.url);
    shop.advance(5);
    await shop.becomes(order, PAID);
  });

  it('about which the provider contradicts itself: the questions go on as planned, and end', async () => {
    const contradict = async (): Promise<never> => {
      throw new ProviderContradiction('about another trade');
    };
    const provider = { closeCharge: contradict, lookUp: contradict };
    const { committer } = shop.api.deps;
    const parts = { committer, payments: { provider: () => provider } };
    // as far as they use them
    const asking = chargeFollowUp(parts as unknown as Parameters<typeof chargeFollowUp>[0]);
    const closing = chargeClosings(parts as unknown as Parameters<typeof chargeClosings>[0]);
    const order = await shop.order(sku, 30);
    const at = (await shop.events(order))[0]?.metadata.at ?? 0;
    const data = { charge_id: chargeIdOf(order, 1), provider: 'any' };
    const timer = { key: order, due_at: 0, attempts: 0, data };
    expect(await asking.fire(timer, at + 20_000)).toEqual({ again_at: at + 60_000 });
    expect(await asking.fire(timer, at + 40 * HOUR)).toEqual({ again_at: at + 64 * HOUR });
    shop.advance(30);
    await shop.becomes(order, [...PLACED, 'OrderCancelled']);
    expect(await asking.fire(timer, at + 10 * HOUR)).toEqual({ again_at: at + 33 * HOUR });
    expect(await asking.fire(timer, at + 40 * HOUR)).toBe('done');
    expect(await closing.fire(timer, at + 31_000)).toMatchObject({ again_at: expect.any(Number) });
    expect(await closing.fire(timer, at + HOUR)).toBe('done');
  });

  it('failed at nothing', () => {
    expect(shop.failures).toEqual([]);
  });
});
