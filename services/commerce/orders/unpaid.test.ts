import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cartNumber, orderOfCart, type SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { placeCart } from '../cart/place-cart.ts';
import type { Command } from '../engine/command.ts';
import { controls, exploreUntil, type History, pick, step, World } from '../testing/history.ts';
import { cancellation, expiry, numbered, order, payment, shop } from '../testing/orders.ts';
import { BLUE, buying, CREATOR, LI, NOON, PLAN, RED, type Scenario, TTL, WANG } from '../testing/scenario.ts';
import { importOrder } from './import-order.ts';
import { orderKind } from './order.ts';
import { noUnpaid } from './unpaid.ts';
import { MAX_UNPAID_ORDERS } from './unpaid-limits.ts';

const wants = (n: number, count: number, sku_id: SkuId = RED, user_id = LI) =>
  order({ out_trade_no: numbered(n), user_id, lines: [{ sku_id, count }] });
const pays = (n: number, amount: number) => payment(amount, numbered(n));
const cancels = (n: number) => cancellation(numbered(n));
const many = { code: 'too_many_unpaid_orders' };
const cart = (key: string, counts: number[]) => {
  const cart_order_no = cartNumber(LI, key);
  const orders = counts.map((count, n) => {
    const out_trade_no = orderOfCart(cart_order_no, n);
    return buying({ out_trade_no, cart_order_no, lines: [{ sku_id: RED, count }] });
  });
  const whose = { cart_order_no, user_id: LI, provider: 'sandbox', request_hash: 'h', ttl_seconds: TTL };
  return placeCart({ ...whose, orders });
};

describe('unpaid orders of an account', () => {
  const full = (): Scenario => {
    const scenario = shop();
    for (let n = 1; n <= MAX_UNPAID_ORDERS; n += 1) scenario.accepts(wants(n, 1));
    return scenario;
  };

  it('are twenty at most; another account has its own', () => {
    const { accepts, refuses } = full();
    expect(refuses(wants(99, 1))).toEqual(many);
    accepts(wants(100, 1, RED, WANG));
  });

  it.each([
    ['paid', () => pays(7, 1000)],
    ['cancelled', () => cancels(7)],
    ['expired', () => expiry()],
  ])('count until they are %s', (_, command) => {
    const { accepts, refuses, memory } = full();
    memory.now += TTL * 1000;
    accepts<unknown>(command());
    accepts(wants(99, 1));
    expect(refuses(wants(100, 1))).toEqual(many);
  });

  it('do not count imported and free orders, and count a cart as one', () => {
    const { accepts, refuses } = shop();
    for (let n = 1; n < MAX_UNPAID_ORDERS; n += 1) accepts(wants(n, 1));
    const paid_at = NOON - 1000;
    const whose = { out_trade_no: numbered(50), creator_id: CREATOR, user_id: LI, plan_id: PLAN, paid_at };
    const price = fenOf(100);
    const lines = [{ sku_id: RED, name: 'Red', price, count: 1, of_plan: null }];
    accepts(importOrder({ ...whose, plan_name: '', product_type: 1, lines, month: 0, outcome: 'paid' }));
    accepts(cart('one', [1, 2, 3]));
    expect(refuses(wants(99, 1))).toEqual(many);
    expect(refuses(cart('two', [1]))).toEqual(many);
  });

  /** Numbers of open orders. */
  type Open = World<Set<number>>;
  /** Ends one of the open orders. */
  const ends = (name: string, command: (n: number) => Command<unknown>) =>
    step(1, fc.nat(200), (world: Open, which) => {
      const { memory, model, seen } = world;
      if (model.size === 0) return;
      const one = pick([...model], which);
      const { accepted } = world.decide(command(one));
      seen.add(`${name} ${accepted}`);
      if (accepted) model.delete(one);
      expect(memory.stateOf(orderKind, orderStream(numbered(one))).phase).not.toBe('pending');
    });
  const history: History<Open> = {
    begin: (conditions) => new World(conditions, shop(), new Set<number>()),
    steps: {
      place: step(3, fc.constant(null), (world) => {
        const { memory, model, seen } = world;
        const n = memory.log.length;
        const { accepted } = world.decide(wants(n, 1));
        expect(accepted).toBe(model.size < MAX_UNPAID_ORDERS);
        seen.add(`place ${accepted}`);
        if (accepted) model.add(n);
      }),
      pay: ends('pay', (n) => payment(1000, numbered(n))),
      cancel: ends('cancel', cancels),
    },
    length: { minLength: 40, maxLength: 120 },
    holds: ({ model }) => expect(model.size).toBeLessThanOrEqual(MAX_UNPAID_ORDERS),
  };

  it('of random histories never pass twenty, and are refused at no fewer', async () => {
    await exploreUntil(history, ['place true', 'place false', 'pay true', 'cancel true'], { numRuns: 40 });
  });

  controls(history, 40, { 'open orders': ['unpaid', noUnpaid] });
});

describe('unpaid units of one SKU', () => {
  const units = (max: number) => ({
    code: 'too_many_unpaid_units',
    errors: [{ field: 'sku.0.count', message: { key: 'out_of_range', min: '1', max: String(max) } }],
  });

  it('are ten of a small stock, over all orders of the account', () => {
    const { accepts, refuses } = shop(50);
    accepts(wants(1, 7));
    expect(refuses(wants(2, 4))).toEqual(units(3));
    accepts(wants(3, 3));
    expect(refuses(wants(4, 1))).toEqual({ code: 'too_many_unpaid_units', errors: [] });
    accepts(wants(5, 5, BLUE));
    accepts(wants(6, 10, RED, WANG));
  });

  it('are a tenth of a large stock, and any number without a stock', () => {
    const { accepts, refuses } = shop(1009);
    expect(refuses(wants(1, 101))).toEqual(units(100));
    accepts(wants(2, 100));
    accepts(pays(2, 100_000));
    accepts(wants(3, 100));
    accepts(wants(4, 9000, BLUE));
    accepts(wants(5, 9000, BLUE));
  });

  it('are counted over all orders of a cart, which names each that is too many', () => {
    const { accepts, refuses } = shop(100);
    accepts(wants(1, 2));
    const key = 'too_many_unpaid';
    expect(refuses(cart('c', [5, 5, 1]))).toEqual({
      code: 'too_many_unpaid_units',
      errors: [
        { field: 'orders.1', message: { key } },
        { field: 'orders.1.sku.0.count', message: { key: 'out_of_range', min: '1', max: '3' } },
        { field: 'orders.2', message: { key } },
      ],
    });
    accepts(cart('d', [5, 3]));
    expect(refuses(wants(2, 1))).toMatchObject({ code: 'too_many_unpaid_units' });
  });
});

describe('an order requested with unless_open', () => {
  const again = (n: number, count: number, more: object = {}) => {
    const lines = [{ sku_id: RED, count }];
    return order({ out_trade_no: numbered(n), lines, unless_open: true, ...more });
  };
  const open = { code: 'open_order_exists', out_trade_no: numbered(1) };

  it('is refused with the number of the one that is open, also where that one holds the last unit', () => {
    const { accepts, refuses } = shop(2);
    accepts(again(1, 2));
    expect(refuses(again(2, 2, { remark_ref: 'other words' }))).toEqual(open);
    expect(accepts(again(1, 2)).result.repeated).toBe(true);
  });

  it('is placed if the open one has another choice, is paid or cancelled, or without unless_open', () => {
    const { accepts, refuses } = shop();
    accepts(again(1, 2));
    accepts(again(2, 3));
    accepts(wants(3, 2));
    accepts(cancels(3));
    expect(refuses(again(4, 2))).toEqual(open);
    accepts(pays(1, 2000));
    accepts(again(5, 2));
  });

  it('with unless_bought it is refused for a minute after an order for the same was paid', () => {
    const { accepts, refuses, memory } = shop();
    const bought = (n: number, count: number) => again(n, count, { unless_bought: true });
    accepts(bought(1, 2));
    accepts(pays(1, 2000));
    expect(refuses(bought(2, 2))).toEqual({ code: 'bought_just_now', paid_order: numbered(1) });
    expect(accepts(bought(1, 2)).result.repeated).toBe(true);
    memory.now += 59_000;
    expect(refuses(bought(2, 2))).toMatchObject({ code: 'bought_just_now' });
    memory.now += 1_000;
    accepts(bought(2, 2));
  });

  it('with unless_bought another choice, and the same without the field, are placed at once', () => {
    const { accepts } = shop();
    accepts(again(1, 2, { unless_bought: true }));
    accepts(pays(1, 2000));
    accepts(again(2, 2));
    accepts(pays(2, 2000));
    accepts(again(3, 3, { unless_bought: true }));
  });
});
