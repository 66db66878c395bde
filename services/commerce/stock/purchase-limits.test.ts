import { describe, expect, it } from 'vitest';
import type { SkuId } from '#events/ids.ts';
import { DAY_MS } from '#events/time.ts';
import { cancellation, numbered, order, scarves } from '../testing/orders.ts';
import { BLUE, CREATOR, given, goods, LI, NOON, PLAN, RED, WANG } from '../testing/scenario.ts';

describe('purchase limits', () => {
  const limited = (type: 0 | 1 | 2 | 3, days = 7) =>
    scarves(
      100,
      { purchase_limit: { count: 2, days } },
      { purchase_limit_type: type, purchase_limit: { count: 3, days } },
    );
  const buys = (n: number, sku_id: SkuId, count: number, user_id = LI) =>
    order({ out_trade_no: numbered(n), user_id, lines: [{ sku_id, count }] });
  const reached = { code: 'purchase_limit_reached' };

  it('0: none', () => {
    const { accepts } = given(limited(0));
    accepts(buys(1, RED, 2));
    accepts(buys(2, RED, 8));
  });

  it('1: per SKU', () => {
    const { accepts, refuses } = given(limited(1));
    accepts(buys(1, RED, 2));
    expect(refuses(buys(2, RED, 1))).toEqual(reached);
    accepts(buys(3, BLUE, 5));
  });

  it('2: per account for the whole plan', () => {
    const { accepts, refuses } = given(limited(2));
    accepts(buys(1, RED, 3));
    expect(refuses(buys(2, BLUE, 1))).toEqual(reached);
  });

  it('3: both', () => {
    const { accepts, refuses } = given(limited(3));
    expect(refuses(buys(1, RED, 3))).toEqual(reached);
    accepts(buys(2, RED, 2));
    accepts(buys(3, BLUE, 1));
    expect(refuses(buys(4, BLUE, 1))).toEqual(reached);
  });

  it('are each fan’s own', () => {
    const { accepts } = given(limited(2));
    accepts(buys(1, RED, 3));
    accepts(buys(2, RED, 3, WANG));
  });

  it('apply within their window, to the millisecond', () => {
    const { accepts, refuses, memory } = given(limited(2));
    accepts(buys(1, RED, 3));
    memory.now = NOON + 7 * DAY_MS - 1;
    expect(refuses(buys(2, RED, 1))).toEqual(reached);
    memory.now = NOON + 7 * DAY_MS;
    accepts(buys(3, RED, 3));
  });

  it('of −1 days apply permanently', () => {
    const { accepts, refuses, memory } = given(limited(2, -1));
    accepts(buys(1, RED, 3));
    memory.now = NOON + 3650 * DAY_MS;
    expect(refuses(buys(2, RED, 1))).toEqual(reached);
  });

  it('count holds, and give them back with the hold', () => {
    const { accepts, refuses } = given(limited(2));
    accepts(buys(1, RED, 3));
    expect(refuses(buys(2, RED, 1))).toEqual(reached);
    accepts(cancellation());
    accepts(buys(3, RED, 3));
  });

  it('set later include earlier purchases', () => {
    const { accepts, refuses, memory } = given(limited(0));
    accepts(buys(1, RED, 3));
    const offer = { ...goods, purchase_limit_type: 2 as const, purchase_limit: { count: 3, days: -1 } };
    memory.given([
      {
        stream: `plan-${PLAN}`,
        creator_id: CREATOR,
        event: { type: 'PlanRevised', data: { plan_id: PLAN, offer } },
      },
    ]);
    expect(refuses(buys(2, RED, 1))).toEqual(reached);
  });
});
