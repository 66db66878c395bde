import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { MAX_UNPAID_ORDERS } from '#services/commerce/orders/unpaid-limits.ts';
import { codes, goesWrong, startRace, won } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop } from '../testing/shop.ts';

const race = fixture(() => startRace(1));

describe('concurrent unpaid orders of one account', () => {
  async function orders(servers: Servers) {
    const shop = await openShop(race.api, [forSale('Red', '')]);
    const fan = await race.api.user();
    const line = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => race.buy(servers, n, shop, [line], fan)),
    );
    return { answers, sku_id: line.sku_id };
  }

  it('are as many as an account may have; the others leave nothing', async () => {
    const { answers, sku_id } = await orders(race.guarded);
    expect(won(answers)).toHaveLength(MAX_UNPAID_ORDERS);
    expect(codes(answers)).toEqual([200, 40902]);
    expect(answers.find(({ ec }) => ec === 40902)?.em).toContain('20 笔订单待支付');
    await race.whole(sku_id, won(answers));
  });

  it('negative control: without expected versions they are more', async () => {
    const passed = async () => won((await orders(race.careless)).answers).length > MAX_UNPAID_ORDERS;
    expect(await goesWrong(passed)).toBe(true);
  });
});

describe('concurrent unpaid units of one SKU', () => {
  async function units(servers: Servers) {
    const shop = await openShop(race.api, [forSale('Red', 300)]);
    const fan = await race.api.user();
    const line = { sku_id: shop.skus[0]!.sku_id, count: 4 };
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => race.buy(servers, n, shop, [line], fan)),
    );
    return { answers, tally: await race.tally(line.sku_id) };
  }

  it('are at most a tenth of the stock', async () => {
    const { answers, tally } = await units(race.guarded);
    expect(tally.held).toBe(28);
    expect(codes(answers)).toEqual([200, 40902]);
  });

  it('negative control: without expected versions they are more', async () => {
    expect(await goesWrong(async () => (await units(race.careless)).tally.held > 30)).toBe(true);
  });
});
