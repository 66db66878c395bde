import { describe, expect, it } from 'vitest';
import type { OutTradeNo, SkuId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { orderStream, stockStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { expiry, payment } from '#services/commerce/testing/orders.ts';
import { openShop, PRICE } from './testing/shop.ts';

const ORDERS = 40;

const shop = fixture(openShop);

const notice = (out_trade_no: OutTradeNo) => payment(PRICE, out_trade_no);

/** Orders with 60 s to pay, of which some have passed; each for the only unit of its SKU, known to both committers as pending. */
async function dueOrders(passed: number, ...committers: Committer[]): Promise<[OutTradeNo, SkuId][]> {
  const orders = await Promise.all(
    Array.from({ length: ORDERS }, async (): Promise<[OutTradeNo, SkuId]> => {
      const sku = await shop.sell(1);
      return [await shop.order(sku, 60), sku];
    }),
  );
  shop.advance(passed);
  const streams = orders.flatMap(([order, sku]) => [orderStream(order), stockStream(sku)]);
  for (const committer of committers) await committer.read(streams, () => null);
  return orders;
}

/** Payment arrives at one process while expiry fires in another, for all orders at the same instant. */
async function race(
  orders: readonly [OutTradeNo, SkuId][],
  payer: Committer,
  clock: Committer,
): Promise<void> {
  await Promise.all(
    orders.flatMap(([order], index) =>
      index % 2 === 0
        ? [payer.submit(notice(order)), clock.submit(expiry(order))]
        : [clock.submit(expiry(order)), payer.submit(notice(order))],
    ),
  );
}

/** Cancelled and paid, without knowledge of each other: the unit was released and sold. */
async function tornOrders(orders: readonly [OutTradeNo, SkuId][]): Promise<number> {
  let torn = 0;
  for (const [order] of orders) {
    const events = await shop.events(order);
    const paid = events.filter(({ type }) => type === 'OrderPaid');
    const cancelled = events.some(({ type }) => type === 'OrderCancelled');
    const revived = paid.some(({ data }) => (data as { revived: boolean }).revived);
    if (paid.length !== 1 || cancelled !== revived) torn += 1;
  }
  return torn;
}

describe('payment against expiry', () => {
  it('payment first: the order is paid and does not expire any more', async () => {
    const { committer } = shop.api.deps;
    const [[order, sku] = ['' as OutTradeNo, '' as SkuId]] = await dueOrders(60);
    await committer.submit(notice(order));
    expect(await committer.submit(expiry(order))).toMatchObject({
      accepted: false,
      refusal: { code: 'state_does_not_allow' },
    });
    expect(await shop.history(order)).toEqual(['OrderPlaced', 'OrderPaid']);
    expect(await shop.left(sku)).toBe(0);
  });

  it('expiry first: the order revives, since its unit is still there', async () => {
    const { committer } = shop.api.deps;
    const [[order, sku] = ['' as OutTradeNo, '' as SkuId]] = await dueOrders(60);
    await committer.submit(expiry(order));
    expect(await shop.left(sku)).toBe(1);
    expect(await committer.submit(notice(order))).toMatchObject({ result: { outcome: 'revived' } });
    expect(await shop.history(order)).toEqual(['OrderPlaced', 'OrderCancelled', 'OrderPaid']);
    expect(await shop.left(sku)).toBe(0);
  });

  it('at the same instant in two processes: one of the two orders of things, never a mixture', async () => {
    const other = await shop.api.another();
    const orders = await dueOrders(60, shop.api.deps.committer, other.deps.committer);
    await race(orders, shop.api.deps.committer, other.deps.committer);
    expect(await tornOrders(orders)).toBe(0);
    for (const [, sku] of orders) expect(await shop.left(sku)).toBe(0);
  });

  it('at the same instant over HTTP: notices arrive while timers fire', async () => {
    const processes = shop.processes();
    const orders = await dueOrders(0);
    shop.advance(58);
    await Promise.all(
      orders.map(async ([order], index) => {
        await shop.pay(order, { copies: 2 });
        if (index === ORDERS / 2) shop.advance(2);
      }),
    );
    for (const [order] of orders) {
      await expect.poll(() => shop.history(order)).toContain('OrderPaid');
    }
    expect(await tornOrders(orders)).toBe(0);
    for (const [, sku] of orders) expect(await shop.left(sku)).toBe(0);
    await processes.stop();
    expect(shop.failures).toEqual([]);
  });

  it('negative control: without expected versions the same race tears orders apart', async () => {
    const { log, clock, pool } = shop.api.deps;
    const careless: EventLog = {
      ...log,
      append: (writes) => log.append(writes.map((write) => ({ ...write, expected: 'any' }))),
    };
    const [one, two] = [
      startCommitter({ log: careless, clock, pool }),
      startCommitter({ log: careless, clock, pool }),
    ];
    const orders = await dueOrders(60, one, two);
    await race(orders, one, two);
    expect(await tornOrders(orders)).toBeGreaterThan(0);
    await Promise.all([one.close(), two.close()]);
  });
});
