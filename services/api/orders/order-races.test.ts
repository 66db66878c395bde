import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { cancelOrder } from '#services/contract/orders/orders.ts';
import { editSkuStock } from '#services/contract/stock/calls.ts';
import { codes, goesWrong, type Line, startRace, won } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop } from '../testing/shop.ts';

const BUYERS = 40;

const race = fixture(() => startRace(BUYERS));

describe('N buyers for one unit', () => {
  async function run(servers: Servers) {
    const shop = await openShop(race.api, [forSale('Last', 1)]);
    await race.warm(servers, shop);
    const { sku_id } = shop.skus[0]!;
    const answers = await Promise.all(
      race.fans.map((_, n) => race.buy(servers, n, shop, [{ sku_id, count: 1 }])),
    );
    return { answers, sku_id };
  }

  it('one gets it, the others are refused with 库存不足 and leave nothing behind', async () => {
    const { answers, sku_id } = await run(race.guarded);
    expect(won(answers)).toHaveLength(1);
    expect(codes(answers)).toEqual([200, 41001]);
    expect(answers.find(({ ec }) => ec === 41001)?.em).toBe('库存不足');
    expect(await race.tally(sku_id)).toMatchObject({ held: 1, sold: 0 });
    await race.whole(sku_id, won(answers));
  });

  it('negative control: without expected versions it is sold twice, and the log shows it', async () => {
    expect(await goesWrong(async () => (await race.tally((await run(race.careless)).sku_id)).most > 0)).toBe(
      true,
    );
  });
});

describe('N buyers for K units with mixed quantities', () => {
  async function run(servers: Servers) {
    const shop = await openShop(race.api, [forSale('Few', 20)]);
    await race.warm(servers, shop);
    const { sku_id } = shop.skus[0]!;
    const answers = await Promise.all(
      race.fans.map((_, n) => race.buy(servers, n, shop, [{ sku_id, count: (n % 3) + 1 }])),
    );
    return { answers, sku_id };
  }

  it('sells all that fits, never more', async () => {
    const { answers, sku_id } = await run(race.guarded);
    const { held, most } = await race.tally(sku_id);
    expect(most).toBeLessThanOrEqual(0);
    // Refused buyers wanted more than was left then, so more than is left now.
    const refused = answers.flatMap(({ ec }, n) => (ec === 200 ? [] : [(n % 3) + 1]));
    expect(Math.min(...refused)).toBeGreaterThan(20 - held);
    await race.whole(sku_id, won(answers));
  });

  it('negative control: without expected versions more is sold than there is', async () => {
    expect(await goesWrong(async () => (await race.tally((await run(race.careless)).sku_id)).most > 0)).toBe(
      true,
    );
  });
});

describe('orders that touch several SKUs', () => {
  async function pairs(servers: Servers) {
    const shop = await openShop(race.api, [forSale('Pair', 5)]);
    await race.warm(servers, shop);
    const line = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    const answers = await Promise.all(race.fans.map((_, n) => race.buy(servers, n, shop, [line, line])));
    return { answers, sku_id: line.sku_id };
  }

  it('two lines on one SKU are added up, with other buyers', async () => {
    const { answers, sku_id } = await pairs(race.guarded);
    expect(won(answers)).toHaveLength(2);
    // One unit is left: enough for either line, not for both.
    expect(await race.tally(sku_id)).toMatchObject({ held: 4 });
    await race.whole(sku_id, won(answers));
  });

  it('negative control: without expected versions the pairs exceed the stock', async () => {
    const oversold = async () => (await race.tally((await pairs(race.careless)).sku_id)).most > 0;
    expect(await goesWrong(oversold)).toBe(true);
  });

  async function opposite(servers: Servers) {
    const shop = await openShop(race.api, [forSale('A', 10), forSale('B', 10)]);
    await race.warm(servers, shop);
    const [a, b] = shop.skus.map(({ sku_id }) => ({ sku_id, count: 1 })) as [Line, Line];
    const answers = await Promise.all(
      race.fans.map((_, n) => race.buy(servers, n, shop, n % 2 ? [a, b] : [b, a])),
    );
    return { answers, a, b };
  }

  it('in opposite order neither deadlock nor succeed partly', async () => {
    const { answers, a, b } = await opposite(race.guarded);
    expect(codes(answers)).toEqual([200, 41001]);
    expect(won(answers)).toHaveLength(10);
    for (const { sku_id } of [a, b]) {
      expect(await race.tally(sku_id)).toMatchObject({ held: 10 });
      await race.whole(sku_id, won(answers));
    }
  });

  it('negative control: without expected versions both are oversold', async () => {
    const oversold = async () => (await race.tally((await opposite(race.careless)).a.sku_id)).most > 0;
    expect(await goesWrong(oversold)).toBe(true);
  });
});

describe('stock edited while it sells', () => {
  async function run(servers: Servers) {
    const shop = await openShop(race.api, [forSale('Red', 30)]);
    await race.warm(servers, shop);
    const { sku_id } = shop.skus[0]!;
    const edits = [
      { stock: 10 },
      { delta: -5 },
      { stock: 12 },
      { delta: 3 },
      { stock: 5 },
      { delta: -2 },
      { stock: 8 },
      { delta: 1 },
    ];
    const [answers] = await Promise.all([
      Promise.all(race.fans.map((_, n) => race.buy(servers, n, shop, [{ sku_id, count: 1 }]))),
      Promise.all(
        edits.map((change, n) => servers.call(n, editSkuStock, { sku_id, ...change }, shop.creator)),
      ),
    ]);
    return { answers, sku_id };
  }

  it('stock is never below held and sold units, nor sold above its value', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { answers, sku_id } = await run(race.guarded);
      const { most, held } = await race.tally(sku_id);
      expect(most).toBeLessThanOrEqual(0);
      expect(held).toBe(won(answers).length);
      await race.whole(sku_id, won(answers));
    }
  });

  it('negative control: without expected versions it is', async () => {
    expect(await goesWrong(async () => (await race.tally((await run(race.careless)).sku_id)).most > 0)).toBe(
      true,
    );
  });
});

describe('concurrent orders, payments and cancellations', () => {
  /** Each order is paid at one server while it is cancelled at the other; every third is not paid. */
  async function run(servers: Servers) {
    const shop = await openShop(race.api, [forSale('Red', 15)]);
    await race.warm(servers, shop);
    const { sku_id } = shop.skus[0]!;
    const placed: string[] = [];
    // Settled: without their guard, servers do not continue after negative stock.
    const answers = await Promise.allSettled(
      race.fans.map(async (one, n) => {
        const { ec, data } = await race.buy(servers, n, shop, [{ sku_id, count: 1 }]);
        if (ec !== 200) return undefined;
        const { out_trade_no } = data;
        placed.push(out_trade_no);
        const [cancelled, acknowledged] = await Promise.all([
          servers.call(n + 1, cancelOrder, { out_trade_no }, one),
          n % 3 ? race.notify(servers, n, data) : undefined,
        ]);
        return { cancelled: cancelled.ec, acknowledged };
      }),
    );
    const fates = await Promise.all(placed.map(race.fate));
    return { sku_id, placed, answers, fates };
  }

  it('sold units in the log equal the paid ones; the loser never undoes the winner', async () => {
    const { sku_id, placed, answers, fates } = await run(race.guarded);
    let acknowledged = 0;
    for (const answer of answers) {
      if (answer.status === 'rejected') throw answer.reason;
      if (answer.value === undefined) continue;
      expect([200, 40902]).toContain(answer.value.cancelled);
      expect([200, undefined]).toContain(answer.value.acknowledged);
      if (answer.value.acknowledged === 200) acknowledged += 1;
    }
    expect(fates.filter((fate) => fate !== 'paid' && fate !== 'given up')).toEqual([]);
    expect(await race.noticesTaken(placed)).toBe(acknowledged);
    const { held, sold, most } = await race.tally(sku_id);
    expect({ held, sold }).toEqual({ held: 0, sold: fates.filter((fate) => fate === 'paid').length });
    expect(most).toBeLessThanOrEqual(0);
    await race.whole(sku_id, placed);
  });

  it('negative control: without expected versions sold units are released', async () => {
    expect(await goesWrong(async () => (await run(race.careless)).fates.includes('torn'))).toBe(true);
  });
});
