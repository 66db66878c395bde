import { describe, expect, it, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type * as ChoiceModule from '#services/commerce/prices/choice.ts';
import { summing } from '../testing/line-by-line.ts';
import { startRace } from '../testing/race.ts';
import { forSale, openShop } from '../testing/shop.ts';

vi.mock('#services/commerce/prices/choice.ts', async (load) => {
  const { lineByLine } = await import('../testing/line-by-line.ts');
  return lineByLine(await load<typeof ChoiceModule>());
});

const race = fixture(() => startRace(1));

describe('one order with two lines on one SKU', () => {
  async function buyTwice() {
    const shop = await openShop(race.api, [forSale('Last', 1)]);
    await race.warm(race.guarded, shop);
    const line = { sku_id: shop.skus[0]!.sku_id, count: 1 };
    const { ec } = await race.buy(race.guarded, 0, shop, [line, line]);
    return { ec, tally: await race.tally(line.sku_id) };
  }

  it('is refused when only one of two lines fits, and leaves nothing behind', async () => {
    summing.out = false;
    const { ec, tally } = await buyTwice();
    expect(ec).toBe(41001);
    expect(tally).toMatchObject({ held: 0, orders: new Set() });
  });

  it('negative control: judged line by line it takes more than there is, and the log shows it', async () => {
    summing.out = true;
    expect(await buyTwice()).toMatchObject({ ec: 200, tally: { held: 2, most: 1 } });
  });
});
