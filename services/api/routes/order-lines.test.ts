import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as OrderChoice from '#services/commerce/order-choice.ts';
import { type Race, startRace } from '../testing/race.ts';
import { forSale, openShop } from '../testing/shop.ts';

/** Whether lines of one SKU are left as they were sent, each to be judged by itself: the guard taken out. */
let lineByLine = false;

vi.mock('#services/commerce/order-choice.ts', async (load) => {
  const real = await load<typeof OrderChoice>();
  const chosenOf: typeof real.chosenOf = (plan, choice) => {
    const chosen = real.chosenOf(plan, choice);
    if ('code' in chosen || !lineByLine) return chosen;
    const lines = choice.lines.flatMap(({ sku_id, count }) =>
      chosen.lines.filter(({ sku }) => sku.sku_id === sku_id).map((line) => ({ ...line, count })),
    );
    return { ...chosen, lines };
  };
  return { ...real, chosenOf };
});

let race: Race;
beforeAll(async () => {
  race = await startRace(1);
});
afterAll(() => race?.close());

describe('one order with two lines on one SKU', () => {
  async function buyTwice() {
    const shop = await openShop(race.api, [forSale('Last', 1)]);
    await race.warm(race.guarded, shop);
    const line = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    const { ec } = await race.buy(race.guarded, 0, shop, [line, line]);
    return { ec, tally: await race.tally(line.sku_id) };
  }

  it('is refused when either line alone would fit, and leaves nothing behind', async () => {
    lineByLine = false;
    const { ec, tally } = await buyTwice();
    expect(ec).toBe(41001);
    expect(tally).toMatchObject({ held: 0, orders: new Set() });
  });

  it('negative control: judged line by line it takes more than there is, and the log shows it', async () => {
    lineByLine = true;
    expect(await buyTwice()).toMatchObject({ ec: 200, tally: { held: 2, most: 1 } });
  });
});
