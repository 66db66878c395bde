import { describe, expect, it } from 'vitest';
import { cartNumber } from '#events/ids.ts';
import { cartStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { orderCart } from '#services/contract/cart/calls.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import { cartCalls } from '../testing/sample-shop.ts';
import type { Answer, Servers } from '../testing/servers.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import type { TestUser } from '../testing/test-api.ts';

const race = fixture(() => startRace(24));

describe('concurrent carts', () => {
  type Answers = Answer<{ cart_order_no: string }>[];
  const ordered = (servers: Servers, n: number, body: object, fan: TestUser, key?: string) =>
    servers.call(n, orderCart, body, fan, key);

  /** One fan sends one cart under one key, over and over at both servers. */
  async function underOneKey(servers: Servers) {
    const shop = await openShop(race.api, [forSale('Red', '')]);
    const { sku_id } = shop.skus[0]!;
    const fan = await race.api.user();
    const { plan_id } = shop.plan;
    const { data } = await cartCalls(race.api, fan).add({ plan_id, sku: [{ sku_id, count: 1 }] });
    const body = { entries: [{ cart_id: data.cart_id, remark: 'once' }] };
    // Without their guard, servers do not continue after negative stock.
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => ordered(servers, n, body, fan, 'at once')),
    );
    const number = cartNumber(fan.user_id, 'at once');
    const carts = await race.api.deps.log.readStream(cartStream(number));
    return { answers, fan, number, sku_id, placed: carts.length };
  }

  it('under one key are one cart order on both servers, although its entries are removed with the first', async () => {
    const { answers, fan, number, sku_id, placed } = await underOneKey(race.guarded);
    const bodies = answers.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
    expect(new Set(bodies.map((one) => one?.ec))).toEqual(new Set([200]));
    expect(new Set(bodies.map((one) => one?.data.cart_order_no))).toEqual(new Set([number]));
    expect(placed).toBe(1);
    expect(await race.tally(sku_id)).toMatchObject({ held: 1 });
    // Only the remark of the existing order.
    const { rows } = await race.api.deps.pool.query(
      `SELECT 1 FROM accounts.vault WHERE user_id = $1 AND kind = 'remark'`,
      [fan.user_id],
    );
    expect(rows).toHaveLength(1);
  });

  it('negative control: without expected versions one key places the cart more than once', async () => {
    expect(await goesWrong(async () => (await underOneKey(race.careless)).placed > 1)).toBe(true);
  });

  /** One fan buys the one entry of the cart from two devices, each with its own key. */
  async function fromTwoDevices(servers: Servers) {
    const shop = await openShop(race.api, [forSale('Red', '')]);
    const { sku_id } = shop.skus[0]!;
    const fan = await race.api.user();
    const { plan_id } = shop.plan;
    const { data } = await cartCalls(race.api, fan).add({ plan_id, sku: [{ sku_id, count: 1 }] });
    const body = { entries: [{ cart_id: data.cart_id }] };
    const answers: Answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ordered(servers, n, body, fan, `device ${n}`)),
    );
    const late = await ordered(servers, 1, body, fan, 'later');
    const refused = [...answers.filter(({ ec }) => ec !== 200), late];
    return { won: answers.filter(({ ec }) => ec === 200), refused, cart_id: data.cart_id, sku_id };
  }

  it('of one entry from several devices are one order; the other requests are refused with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { won, refused, cart_id, sku_id } = await fromTwoDevices(race.guarded);
      expect(won).toHaveLength(1);
      expect(refused).toHaveLength(8);
      for (const { ec, em, data } of refused) {
        expect([ec, em]).toEqual([40902, expect.stringContaining('其他订单')]);
        expect(data).toMatchObject({
          cart_order_no: won[0]?.data.cart_order_no,
          errors: [{ field: `entries.${cart_id}` }],
        });
      }
      expect(await race.tally(sku_id)).toMatchObject({ held: 1 });
    }
  });

  it('negative control: without expected versions one entry is ordered more than once', async () => {
    expect(await goesWrong(async () => (await fromTwoDevices(race.careless)).won.length > 1)).toBe(true);
  });

  /** Every fan wants both things of both shops, half of them in the opposite order. */
  async function opposite(servers: Servers) {
    const shops = [
      await openShop(race.api, [forSale('A', 6)], { name: 'First' }),
      await openShop(race.api, [forSale('B', 6)], { name: 'Second' }),
    ];
    for (const shop of shops) await race.warm(servers, shop);
    const carts = await Promise.all(
      race.fans.map(async (fan) => {
        const calls = cartCalls(race.api, fan);
        const entries = [];
        for (const { plan, skus } of shops) {
          const put = await calls.add(unitsOf({ plan, skus }, 1));
          entries.push({ cart_id: put.data.cart_id });
        }
        return entries;
      }),
    );
    const answers: Answers = await Promise.all(
      race.fans.map((fan, n) =>
        ordered(
          servers,
          n,
          { entries: n % 2 ? carts[n] : carts[n]?.toReversed() },
          fan,
          `opposite ${shops[0]!.plan.plan_id}`,
        ),
      ),
    );
    const tallies = await Promise.all(shops.map(({ skus }) => race.tally(skus[0]!.sku_id)));
    // The remains of a race are removed before the next.
    await Promise.all(
      race.fans.map((fan, n) =>
        cartCalls(race.api, fan).remove((carts[n] ?? []).map(({ cart_id }) => cart_id)),
      ),
    );
    return { answers, tallies };
  }

  it('touching the same SKUs in opposite order take all that they need or nothing, and do not wait for each other', async () => {
    const { answers, tallies } = await opposite(race.guarded);
    expect(new Set(answers.map(({ ec }) => ec))).toEqual(new Set([200, 41001]));
    expect(answers.filter(({ ec }) => ec === 200)).toHaveLength(6);
    for (const tally of tallies) expect(tally).toMatchObject({ held: 6, most: 0 });
    const [first, second] = tallies;
    expect(first?.orders.size).toBe(6);
    expect(second?.orders.size).toBe(6);
  });

  it('negative control: without expected versions more is sold than there is', async () => {
    const oversold = async () => (await opposite(race.careless)).tallies.some(({ most }) => most > 0);
    expect(await goesWrong(oversold)).toBe(true);
  });
});
