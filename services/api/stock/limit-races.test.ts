import { beforeAll, describe, expect, it } from 'vitest';
import { asOutTradeNo, asPlanId } from '#events/ids.ts';
import { allowanceStream, orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { codes, goesWrong, type Line, startRace, won } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { forSale, openShop, type TestShop } from '../testing/shop.ts';
import type { TestUser } from '../testing/test-api.ts';

const BUYERS = 40;

const race = fixture(() => startRace(BUYERS));

describe('one idempotency key concurrently', () => {
  let shop: TestShop;
  let line: Line;
  beforeAll(async () => {
    shop = await openShop(race.api, [forSale('Red', 1000)]);
    line = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    await race.warm(race.guarded, shop);
    await race.warm(race.careless, shop);
  });

  it('is one order on both servers', async () => {
    const answers = await Promise.all(
      race.fans.map((_, n) => race.buy(race.guarded, n, shop, [line], race.fan(0), 'at once')),
    );
    expect(codes(answers)).toEqual([200]);
    expect(new Set(won(answers)).size).toBe(1);
    const events = await race.api.deps.log.readStream(orderStream(asOutTradeNo(won(answers)[0]!)));
    expect(events.map(({ type }) => type)).toEqual(['OrderPlaced']);
  });

  const twoBodies = (servers: Servers, key: string) =>
    Promise.all(
      race.fans.map((_, n) =>
        race.buy(servers, n, shop, [{ ...line, count: (n >> 1) % 2 ? 2 : 3 }], race.fan(1), key),
      ),
    );

  it('with two bodies is one order; the other is refused', async () => {
    const answers = await twoBodies(race.guarded, 'two bodies');
    expect(codes(answers)).toEqual([200, 40901]);
    expect(new Set(won(answers)).size).toBe(1);
  });

  it('negative control: with one hash for all bodies, a request for three is answered with an order of two', async () => {
    const alike = await startServers(race.api, true, { requestHash: () => 'alike' });
    const answers = await twoBodies(alike, 'alike');
    await alike.close();
    expect(codes(answers)).toEqual([200]);
    expect(new Set(won(answers)).size).toBe(1);
  });

  it('of several users is an order for each', async () => {
    const answers = await Promise.all(
      race.fans.map((one, n) => race.buy(race.guarded, n, shop, [line], one, 'everyone')),
    );
    expect(new Set(won(answers)).size).toBe(BUYERS);
  });

  it('negative control: without expected versions it is placed twice', async () => {
    const placedTwice = async (round: number) => {
      const answers = await Promise.all(
        race.fans.map((_, n) => race.buy(race.careless, n, shop, [line], race.fan(0), `careless ${round}`)),
      );
      const [order] = won(answers);
      if (order === undefined) return false;
      return (await race.api.deps.log.readStream(orderStream(asOutTradeNo(order)))).length > 1;
    };
    expect(await goesWrong(placedTwice)).toBe(true);
  });
});

describe('a purchase limit in two concurrent sessions', () => {
  async function run(servers: Servers, user: TestUser) {
    const limit = { purchase_limit_count: 3, purchase_limit_days: 7 };
    const shop = await openShop(race.api, [forSale('Red', 1000)], {
      purchase_limit_type: 2,
      product_purchase_limit: limit,
    });
    await race.warm(servers, shop, user);
    const { app, deps } = race.api;
    const opened = await deps.accounts.sessions.open(user.user_id);
    const again: TestUser = { ...user, token: app.sessionTokens.issue(opened) };
    const line = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => race.buy(servers, n, shop, [line], n % 2 ? user : again)),
    );
    const stream = allowanceStream(asPlanId(shop.plan.plan_id), user.user_id);
    const taken = await race.api.deps.log.readStream(stream);
    const units = taken.reduce((all, { data }) => all + (data as { units: number }).units, 0);
    return { answers, units, sku_id: line.sku_id };
  }

  it('lets through what it allows, and leaves nothing of the others', async () => {
    const { answers, units, sku_id } = await run(race.guarded, race.fan(2));
    expect(units).toBe(3);
    expect(codes(answers)).toEqual([200, 41002]);
    expect(answers.find(({ ec }) => ec === 41002)?.em).toBe('已达到可购买上限');
    await race.whole(sku_id, won(answers));
  });

  it('negative control: without expected versions it is passed', async () => {
    expect(await goesWrong(async () => (await run(race.careless, race.fan(3))).units > 3)).toBe(true);
  });
});
