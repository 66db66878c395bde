import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkuId, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { order, payment, refund, shop } from '../testing/orders.ts';
import { BLUE, given, goods, onSale, RED, sku } from '../testing/scenario.ts';

/** Three red and two blue scarves at 10.00, paid. */
const bought = () => {
  const lines = [
    { sku_id: RED, count: 3 },
    { sku_id: BLUE, count: 2 },
  ];
  return shop(10, 10).after(order({ lines }), payment(5000));
};

const one = (sku_id: SkuId) => ({ sku_id, count: 1 });

describe('a refund by units', () => {
  it('adds up a SKU that is named twice', () => {
    const { accepts } = bought();
    const twice = { units: [one(RED), one(RED)] };
    expect(accepts(refund(twice)).result.amount).toBe(2000);
    expect(accepts(refund({ units: [{ sku_id: RED, count: 2 }] }))).toMatchObject({ events: [] });
  });

  it('that waits for a second person keeps its key for its own units', () => {
    const { accepts, refuses } = bought();
    const by = { kind: 'finance', user_id: 'finance-1' as UserId } as const;
    const large = { by, reason: 'damaged', second_above: fenOf(500) };
    const waits = { waits: true, amount: 1000 };
    expect(accepts(refund({ ...large, units: [one(RED)] })).result).toMatchObject(waits);
    expect(accepts(refund({ ...large, units: [one(RED)] }))).toMatchObject({ events: [], result: waits });
    expect(refuses(refund({ ...large, units: [one(BLUE)] }))).toEqual({ code: 'idempotency_key_reused' });
  });
});

describe('a part of what was paid', () => {
  const prices = { price: fenOf(4000) };
  const bundle = {
    ...goods,
    product_type: 2,
    price: fenOf(5000),
    bundle: { select_count: null, repeats: false },
  } as const;

  it('of a bundle is in proportion to the list prices of its parts', () => {
    const parts = [sku(RED, prices), sku(BLUE, prices)] as const;
    const set = onSale(bundle, [
      [parts[0], 10],
      [parts[1], 10],
    ]);
    for (const first of [RED, BLUE]) {
      const { accepts } = given(set).after(order({ lines: [], bundle_count: 1 }), payment(5000));
      expect(accepts(refund({ units: [one(first)] })).result.amount).toBe(2500);
      const other = first === RED ? BLUE : RED;
      expect(accepts(refund({ refund_id: 'refund-2', units: [one(other)] })).result.amount).toBe(2500);
    }
  });

  it('of all units, one after the other, is what was paid', () => {
    const price = fc.integer({ min: 100, max: 10_000 });
    fc.assert(
      fc.property(price, price, price, fc.integer({ min: 1, max: 4 }), (red, blue, paid, bundles) => {
        const set = onSale({ ...bundle, price: fenOf(paid) }, [
          [sku(RED, { price: fenOf(red) }), 10],
          [sku(BLUE, { price: fenOf(blue) }), 10],
        ]);
        const amount = fenOf(paid * bundles);
        const { accepts } = given(set).after(order({ lines: [], bundle_count: bundles }), payment(amount));
        const units = Array.from({ length: bundles }, () => [RED, BLUE]).flat();
        const refunded = units.map(
          (unit, n) => accepts(refund({ refund_id: `refund-${n}`, units: [one(unit)] })).result.amount,
        );
        expect(refunded.reduce((sum, part) => sum + part, 0)).toBe(amount);
        const share = (paid * red) / (red + blue);
        expect(Math.abs((refunded[0] ?? 0) - share)).toBeLessThan(1);
      }),
      { numRuns: 50 },
    );
  });
});
