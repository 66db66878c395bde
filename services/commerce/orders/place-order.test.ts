import { describe, expect, it } from 'vitest';
import type { PlanOffer } from '#events/catalog.ts';
import type { PlanId, SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { allowanceStream, stockStream } from '#events/stream-names.ts';
import { allowanceKind } from '../stock/allowance.ts';
import { stockKind } from '../stock/stock.ts';
import { numbered, order, scarves } from '../testing/orders.ts';
import {
  BLUE,
  buying,
  CREATOR,
  given,
  LI,
  monthDiscount,
  NOON,
  onSale,
  PLAN,
  planStatus,
  RED,
  STRANGER,
  sponsorship,
  TTL,
  WANG,
} from '../testing/scenario.ts';
import { orderKind } from './order.ts';
import { placeOrder } from './place-order.ts';

describe('placing an order of goods', () => {
  it('holds stock and allowance and writes the order as it was sold, in one go', () => {
    const { accepts, memory } = given(scarves(10));
    const { types, result } = accepts(order());
    expect(types).toEqual(['UnpaidOrderAdded', 'StockHeld', 'AllowanceTaken', 'OrderPlaced']);
    expect(result).toEqual({ order: memory.stateOf(orderKind, 'order-order-1'), repeated: false });
    expect(result.order.placed).toMatchObject({
      creator_id: CREATOR,
      user_id: LI,
      plan_name: 'Scarf',
      lines: [{ sku_id: RED, name: RED, price: 1000, count: 2 }],
      month: 0,
      total_amount: 2000,
      expires_at: NOON + TTL * 1000,
    });
    expect(memory.stateOf(stockKind, stockStream(RED))).toMatchObject({ held: 2, sold: 0, stock: 10 });
  });

  it('counts lines of one SKU together before any check', () => {
    const lines = [
      { sku_id: RED, count: 2 },
      { sku_id: BLUE, count: 1 },
      { sku_id: RED, count: 1 },
    ];
    const enough = given(scarves(3)).accepts(order({ lines }));
    expect(enough.result.order.placed.lines.map(({ sku_id, count }) => [sku_id, count])).toEqual([
      [RED, 3],
      [BLUE, 1],
    ]);
    expect(enough.result.order.placed.total_amount).toBe(3250);
    expect(given(scarves(2)).refuses(order({ lines }))).toEqual({
      code: 'out_of_stock',
      errors: [{ field: 'sku.0.count', message: { key: 'out_of_range', min: '1', max: '2' } }],
    });
  });

  it('counts holds of unlimited stock, too', () => {
    const { accepts, memory } = given(scarves(null));
    accepts(order());
    expect(memory.stateOf(stockKind, stockStream(RED))).toMatchObject({ held: 2, stock: null });
  });

  it('takes nothing at all when one of several SKUs is out', () => {
    const lines = [
      { sku_id: RED, count: 1 },
      { sku_id: BLUE, count: 6 },
    ];
    const { refuses, memory } = given(scarves(10));
    expect(refuses(order({ lines }))).toMatchObject({ code: 'out_of_stock' });
    expect(memory.stateOf(stockKind, stockStream(RED))).toMatchObject({ held: 0 });
    expect(memory.stateOf(allowanceKind, allowanceStream(PLAN, LI))).toEqual({ taken: [] });
  });

  it('one of two gets the last unit', () => {
    const { accepts, refuses } = given(scarves(2));
    accepts(order());
    expect(refuses(order({ out_trade_no: numbered(2), user_id: WANG }))).toEqual({
      code: 'out_of_stock',
      errors: [],
    });
  });

  const bad = (lines: { sku_id: SkuId; count: number }[]) => given(scarves(10)).refuses(order({ lines }));
  const range = { key: 'out_of_range', min: '1', max: '10000' };

  it.each([0, -1, 1.5, Number.NaN, 10_001, 2 ** 53])('refuses a count of %s', (count) => {
    expect(bad([{ sku_id: RED, count }])).toEqual({
      code: 'bad_input',
      errors: [{ field: 'sku.0.count', message: range }],
    });
  });

  it('refuses lines that are too many units together', () => {
    const lines = [
      { sku_id: RED, count: 6000 },
      { sku_id: RED, count: 6000 },
    ];
    expect(bad(lines)).toEqual({ code: 'bad_input', errors: [{ field: 'sku.1.count', message: range }] });
  });

  it('refuses no lines, and SKUs that are not the plan’s, by field', () => {
    expect(bad([])).toEqual({ code: 'bad_input', errors: [{ field: 'sku', message: { key: 'required' } }] });
    expect(
      bad([
        { sku_id: RED, count: 1 },
        { sku_id: 'sku-of-another' as SkuId, count: 1 },
      ]),
    ).toEqual({
      code: 'bad_input',
      errors: [{ field: 'sku.1.sku_id', message: { key: 'unknown' } }],
    });
  });

  it('sells nothing for free: an imported offer of 0.00 is not on sale', () => {
    const free = scarves(null, { price: fenOf(0) });
    expect(given(free).refuses(order())).toMatchObject({
      errors: [{ field: 'plan_id', message: { key: 'not_on_sale' } }],
    });
  });

  it('refuses a total above the largest amount', () => {
    const dear = scarves(null, { price: fenOf(100_000_000) });
    expect(given(dear).refuses(order())).toMatchObject({
      errors: [{ field: 'total_amount' }],
    });
    expect(given(dear).accepts(order({ lines: [{ sku_id: RED, count: 1 }] })).events).toHaveLength(4);
  });
});

describe('placing an order of a sponsorship', () => {
  const months = (month?: number) => buying({ lines: [], month });

  it('costs its months at the price of its terms, without stock or allowance', () => {
    const { accepts } = given(onSale(sponsorship), monthDiscount());
    const { types, result } = accepts(placeOrder(months(12)));
    expect(types).toEqual(['UnpaidOrderAdded', 'OrderPlaced']);
    expect(result.order.placed).toMatchObject({
      month: 12,
      show_amount: 36_000,
      discount: 3600,
      total_amount: 32_400,
    });
  });

  it.each([
    [{}, undefined, 1],
    [{}, 36, 36],
    [{ pay_month: 3 }, undefined, 3],
    [{ pay_month: 3 }, 36, 36],
    [{ pay_month: 12 }, 24, 24],
    [{ permanent: true }, undefined, 1],
    [{ permanent: true, pay_month: 12 }, undefined, 1],
  ] as [Partial<PlanOffer>, number | undefined, number][])(
    '%o for %s months is %i',
    (change, count, month) => {
      const { accepts } = given(onSale({ ...sponsorship, ...change }));
      expect(accepts(placeOrder(months(count))).result.order.placed.month).toBe(month);
    },
  );

  it.each([
    [{}, 0],
    [{}, 37],
    [{}, 1.5],
    [{}, -3],
    [{ pay_month: 3 }, 1],
    [{ pay_month: 3 }, 4],
    [{ pay_month: 12 }, 6],
    [{ permanent: true }, 2],
  ] as [Partial<PlanOffer>, number][])('%o refuses %s months', (change, month) => {
    const { refuses } = given(onSale({ ...sponsorship, ...change }));
    expect(refuses(placeOrder(months(month)))).toMatchObject({
      code: 'bad_input',
      errors: [{ field: 'month' }],
    });
  });

  it('has no SKUs to name', () => {
    expect(given(onSale(sponsorship)).refuses(order({ month: 1 }))).toMatchObject({
      errors: [{ field: 'sku.0.sku_id', message: { key: 'unknown' } }],
    });
  });

  it('of a limited plan is one unit, for any months', () => {
    const limited = {
      ...sponsorship,
      purchase_limit_type: 2 as const,
      purchase_limit: { count: 1, days: -1 },
    };
    const { accepts, refuses } = given(onSale(limited));
    expect(accepts(placeOrder(months(12))).types).toEqual([
      'UnpaidOrderAdded',
      'AllowanceTaken',
      'OrderPlaced',
    ]);
    expect(refuses(placeOrder({ ...months(1), out_trade_no: numbered(2) }))).toEqual({
      code: 'purchase_limit_reached',
    });
  });
});

describe('what can be bought', () => {
  it('an unknown plan is not found, by field', () => {
    expect(given().refuses(order({ plan_id: 'nothing' as PlanId }))).toEqual({
      code: 'not_found',
      errors: [{ field: 'plan_id', message: { key: 'unknown' } }],
    });
  });

  it('a deleted plan is refused as deleted', () => {
    expect(given(scarves(10), planStatus(2)).refuses(order())).toEqual({ code: 'plan_deleted' });
  });

  it('a hidden plan is not on sale, unless it can be bought hidden', () => {
    expect(given(scarves(10), planStatus(3)).refuses(order())).toEqual({
      code: 'bad_input',
      errors: [{ field: 'plan_id', message: { key: 'not_on_sale' } }],
    });
    const open = given(scarves(10, {}, { can_buy_hide: true }), planStatus(3));
    expect(open.accepts(order()).events).toHaveLength(4);
  });

  it('one’s own plan cannot be bought', () => {
    expect(given(scarves(10)).refuses(order({ user_id: CREATOR }))).toEqual({
      code: 'not_allowed',
    });
    expect(given(scarves(10)).accepts(order({ user_id: STRANGER })).events).toHaveLength(4);
  });

  it('another product type than the plan’s is refused', () => {
    expect(given(scarves(10)).refuses(order({ product_type: 0 }))).toMatchObject({
      errors: [{ field: 'product_type' }],
    });
  });

  it('a remark that the creator requires must be there', () => {
    const asking = scarves(10, {}, { remark_required: true });
    expect(given(asking).refuses(order())).toEqual({
      code: 'bad_input',
      errors: [{ field: 'remark', message: { key: 'required' } }],
    });
    expect(given(asking).accepts(order({ remark_ref: 'r1' })).events).toHaveLength(4);
  });

  it('another price than the fan was shown is refused with the new one', () => {
    const { refuses, accepts } = given(scarves(10));
    expect(refuses(order({ total_amount: fenOf(1999) }))).toEqual({
      code: 'price_changed',
      total_amount: '20.00',
    });
    accepts(order({ total_amount: fenOf(2000) }));
  });
});

describe('an idempotency key', () => {
  it('with the same request gives the same order and writes nothing more', () => {
    const { accepts, memory } = given(scarves(2));
    const first = accepts(order());
    memory.now += 5000;
    const second = accepts(order());
    expect(second.events).toEqual([]);
    expect(second.result).toEqual({ order: first.result.order, repeated: true });
  });

  it('with another request, or of another user, is refused', () => {
    const { accepts, refuses } = given(scarves(10));
    accepts(order());
    const other = { code: 'idempotency_key_reused' };
    expect(refuses(order({ lines: [{ sku_id: RED, count: 3 }] }))).toEqual(other);
    expect(refuses(order({ user_id: WANG, request_hash: buying().request_hash }))).toEqual(other);
  });
});
