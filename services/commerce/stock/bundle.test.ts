import { describe, expect, it } from 'vitest';
import type { PlanOffer } from '#events/catalog.ts';
import type { OutTradeNo, PlanId, SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { bundleStream, planStream, stockStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { cancellation, order, payment, refund } from '../testing/orders.ts';
import { BLUE, CREATOR, given, goods, offered, onSale, PLAN, RED, sku } from '../testing/scenario.ts';
import { bundleKind } from './bundle.ts';
import { stockKind } from './stock.ts';

const BUNDLE = 'plan-bundle' as PlanId;
const GREEN = 'sku-green' as SkuId;
const OWN = 'sku-own' as SkuId;

const write = (stream: string, event: Decided['event']): Decided => ({ stream, event, creator_id: CREATOR });

/** A bundle of the shop's scarves and one part that only the bundle has. */
function bundle(bundle_terms: NonNullable<PlanOffer['bundle']>, stock: number | null = null): Decided[] {
  const product_type = bundle_terms.select_count === null ? 2 : 3;
  const offer: PlanOffer = { ...goods, product_type, price: fenOf(2500), bundle: bundle_terms };
  const parts = [RED, BLUE, GREEN].map((one) => [sku(one, { of_plan: PLAN }), null] as const);
  return offered(BUNDLE, offer, [...parts, [sku(OWN), 9]], { bundle_stock: stock });
}

const scarves = onSale(goods, [
  [sku(RED), 5],
  [sku(BLUE), 5],
  [sku(GREEN), 1],
]);
const all = { select_count: null, repeats: false };
const two = { select_count: 2, repeats: false };

const chosen = (...skus: SkuId[]) => skus.map((sku_id) => ({ sku_id, count: 1 }));
const ordered = (lines: { sku_id: SkuId; count: number }[], change = {}) =>
  order({ plan_id: BUNDLE, lines, ...change });

describe('a bundle of all', () => {
  it('holds one of each part and one bundle, and has its own price', () => {
    const scenario = given(scarves, bundle(all, 3));
    const { types, result } = scenario.accepts(ordered([]));
    expect(types).toEqual([
      'UnpaidOrderAdded',
      'StockHeld',
      'StockHeld',
      'StockHeld',
      'StockHeld',
      'BundleHeld',
      'AllowanceTaken',
      'OrderPlaced',
    ]);
    expect(result.order.placed).toMatchObject({ total_amount: 2500, bundle_count: 1 });
    expect(scenario.memory.stateOf(stockKind, stockStream(RED))).toMatchObject({ held: 1 });
    expect(scenario.memory.stateOf(bundleKind, bundleStream(BUNDLE))).toEqual({ stock: 3, held: 1, sold: 0 });
  });

  it('of two holds two of each, and is refused when one part has only one left', () => {
    const scenario = given(scarves, bundle(all));
    expect(scenario.refuses(ordered([], { bundle_count: 2 }))).toMatchObject({ code: 'out_of_stock' });
  });

  it('cannot be had when a part is no longer offered', () => {
    const withdrawn = write(planStream(PLAN), {
      type: 'SkuWithdrawn',
      data: { plan_id: PLAN, sku_id: BLUE },
    });
    expect(given(scarves, bundle(all), withdrawn).refuses(ordered([]))).toEqual({ code: 'out_of_stock' });
  });

  it('gives everything back when cancelled, and when refunded', () => {
    const scenario = given(scarves, bundle(all, 3)).after(ordered([]), cancellation());
    const second = 'order-2' as OutTradeNo;
    scenario.accepts(ordered([], { out_trade_no: second }));
    scenario.accepts(payment(2500, second));
    expect(scenario.memory.stateOf(bundleKind, bundleStream(BUNDLE))).toEqual({ stock: 3, held: 0, sold: 1 });
    scenario.accepts(refund({ out_trade_no: second }));
    expect(scenario.memory.stateOf(bundleKind, bundleStream(BUNDLE))).toEqual({ stock: 3, held: 0, sold: 0 });
    for (const one of [RED, BLUE, GREEN, OWN]) {
      expect(scenario.memory.stateOf(stockKind, stockStream(one))).toMatchObject({ held: 0, sold: 0 });
    }
  });
});

describe('a bundle of which two are chosen', () => {
  it('holds the chosen parts', () => {
    const scenario = given(scarves, bundle(two));
    const { result } = scenario.accepts(ordered(chosen(RED, OWN)));
    expect(result.order.placed.lines).toMatchObject([
      { sku_id: RED, count: 1, of_plan: PLAN },
      { sku_id: OWN, count: 1, of_plan: null },
    ]);
    expect(scenario.memory.stateOf(stockKind, stockStream(BLUE))).toMatchObject({ held: 0 });
  });

  it.each([
    ['too few', chosen(RED), 'sku'],
    ['too many', chosen(RED, BLUE, GREEN), 'sku'],
    ['none', [], 'sku'],
    ['one of them twice', chosen(RED, RED), 'sku'],
    ['one of them twice in a line', [{ sku_id: RED, count: 2 }], 'sku'],
    ['a foreign one', chosen(RED, 'sku-else' as SkuId), 'sku.1.sku_id'],
  ])('refuses %s', (_what, lines, field) => {
    expect(given(scarves, bundle(two)).refuses(ordered(lines))).toMatchObject({ errors: [{ field }] });
  });

  it('may hold one twice where the creator allows it: both units are held', () => {
    const scenario = given(scarves, bundle({ ...two, repeats: true })).after(ordered(chosen(RED, RED)));
    expect(scenario.memory.stateOf(stockKind, stockStream(RED))).toMatchObject({ held: 2 });
    const last = ordered(chosen(GREEN, GREEN), { out_trade_no: 'order-2' as OutTradeNo });
    expect(scenario.refuses(last)).toMatchObject({ code: 'out_of_stock' });
  });

  it('is sold out by its own stock while there is enough of everything in it', () => {
    const scenario = given(scarves, bundle(two, 1)).after(ordered(chosen(RED, BLUE)));
    expect(scenario.refuses(ordered(chosen(RED, BLUE), { out_trade_no: 'o2' as OutTradeNo }))).toEqual({
      code: 'out_of_stock',
      errors: [],
    });
  });
});
