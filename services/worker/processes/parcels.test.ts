import { beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type { Carrier, Parcel } from '#services/modules/delivery/carriers/carrier.ts';
import { sandboxCarrier } from '#services/modules/delivery/carriers/sandbox/carrier.ts';
import { goesThisWay, orderToSend, ship, wayOf } from '../testing/parcels.ts';
import { timersOf } from '../testing/refunds.ts';
import { openShop } from '../testing/shop.ts';

const HOUR = 3600;
/** The sandbox's carrier, which can be down, and its queries. */
let away = false;
const queried: Parcel[] = [];
const shop = fixture(openShop);
beforeAll(async () => {
  const sandbox = sandboxCarrier(shop.clock);
  const carrier: Carrier = {
    async track(parcel) {
      queried.push(parcel);
      if (away) throw new Error('the carrier is away');
      return sandbox.track(parcel);
    },
  };
  shop.processes(carrier);
});

const way = (number: string, ...states: string[]) => states.map((state) => `${number} ${state}`);
const done = (order: Parameters<typeof timersOf>[1]) => expect.poll(() => timersOf(shop, order)).toEqual([]);

describe('a parcel', () => {
  it('is followed until it is signed for', async () => {
    const order = await orderToSend(shop);
    await ship(shop, order, 'SF1');
    shop.advance(7 * HOUR);
    await goesThisWay(shop, order, way('SF1', 'soliciting', 'on_the_way'));
    shop.advance(30 * HOUR);
    await goesThisWay(shop, order, way('SF1', 'soliciting', 'on_the_way', 'in_delivery', 'signed'));
    await done(order);
    const [shipped, ...moves] = (await shop.events(order)).slice(2);
    const at = shipped!.metadata.at;
    expect(moves.map(({ metadata }) => (metadata.at - at) / (HOUR * 1000))).toEqual([2, 6, 30, 34]);
    expect(moves.every(({ metadata }) => metadata.actor === 'process:carrier')).toBe(true);
  });

  it('is followed until it is returned', async () => {
    const order = await orderToSend(shop);
    await ship(shop, order, 'SF2R');
    shop.advance(100 * HOUR);
    const states = ['soliciting', 'on_the_way', 'in_delivery', 'delivery_failed', 'returned'];
    await goesThisWay(shop, order, way('SF2R', ...states));
    await done(order);
  });

  it('that is replaced is forgotten', async () => {
    const order = await orderToSend(shop);
    await ship(shop, order, 'SF3');
    shop.advance(3 * HOUR);
    await goesThisWay(shop, order, way('SF3', 'soliciting'));
    await ship(shop, order, 'SF4');
    shop.advance(40 * HOUR);
    const second = way('SF4', 'soliciting', 'on_the_way', 'in_delivery', 'signed');
    await goesThisWay(shop, order, [...way('SF3', 'soliciting'), ...second]);
    await done(order);
  });

  it('that its carrier does not know is queried again, and finally given up', async () => {
    const order = await orderToSend(shop);
    await ship(shop, order, 'SF5U');
    const questions = () => queried.filter(({ express_no }) => express_no === 'SF5U').length;
    shop.advance(HOUR);
    await expect.poll(questions).toBeGreaterThan(0);
    const before = questions();
    shop.advance(HOUR);
    await expect.poll(questions).toBeGreaterThan(before);
    expect(await timersOf(shop, order)).toEqual(['parcels']);
    shop.advance(61 * 24 * HOUR);
    await done(order);
    expect(await wayOf(shop, order)).toEqual([]);
  });

  it('is queried again after the carrier was down', async () => {
    const order = await orderToSend(shop);
    away = true;
    const failures = shop.failures.length;
    await ship(shop, order, 'SF6');
    shop.advance(40 * HOUR);
    await expect.poll(() => shop.failures.length).toBeGreaterThan(failures);
    expect(await wayOf(shop, order)).toEqual([]);
    away = false;
    shop.advance(2 * HOUR);
    await goesThisWay(shop, order, way('SF6', 'soliciting', 'on_the_way', 'in_delivery', 'signed'));
    await done(order);
  });

  it('among hundreds is followed like a single one', async () => {
    const orders = await Promise.all(Array.from({ length: 200 }, () => orderToSend(shop)));
    await Promise.all(orders.map((order, n) => ship(shop, order, `SF7-${n}-0`)));
    shop.advance(40 * HOUR);
    for (const [n, order] of orders.entries()) {
      const states = ['soliciting', 'on_the_way', 'in_delivery', 'signed'];
      await goesThisWay(shop, order, way(`SF7-${n}-0`, ...states));
    }
  });
});
