import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cartNumber, chargeIdOf, type OutTradeNo, orderOfCart, type SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { placeCart } from '../cart/place-cart.ts';
import { payOrder } from '../payments/pay-order.ts';
import { controls, exploreUntil, type Histories, pick } from '../testing/histories.ts';
import {
  BLUE,
  buying,
  CREATOR,
  given,
  goods,
  LI,
  NOON,
  onSale,
  PLAN,
  RED,
  type Scenario,
  sku,
  TTL,
  WANG,
} from '../testing/scenario.ts';
import { cancelOrder } from './cancel-order.ts';
import { importOrder } from './import-order.ts';
import { orderKind } from './order.ts';
import { placeOrder } from './place-order.ts';
import { noUnpaid } from './unpaid.ts';
import { MOST_UNPAID_ORDERS } from './unpaid-limits.ts';

const shop = (red: number | null, blue: number | null = null) =>
  given(
    onSale(goods, [
      [sku(RED), red],
      [sku(BLUE), blue],
    ]),
  );
const number = (n: number) => `order-${n}` as OutTradeNo;
const wants = (n: number, count: number, sku_id: SkuId = RED, user_id = LI) =>
  placeOrder(buying({ out_trade_no: number(n), user_id, lines: [{ sku_id, count }] }));
const pays = (n: number, amount: number) =>
  payOrder({
    out_trade_no: number(n),
    charge_id: chargeIdOf(number(n), 1),
    amount: fenOf(amount),
    provider: 'sandbox',
  });
const cancels = (n: number) => cancelOrder({ out_trade_no: number(n), by: { kind: 'user', user_id: LI } });
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
    const scenario = shop(null);
    for (let n = 1; n <= MOST_UNPAID_ORDERS; n += 1) scenario.accepts(wants(n, 1));
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
    ['expired', () => cancelOrder({ out_trade_no: number(1), by: { kind: 'expiry' } })],
  ])('count until they are %s', (_, command) => {
    const { accepts, refuses, memory } = full();
    memory.now += TTL * 1000;
    accepts<unknown>(command());
    accepts(wants(99, 1));
    expect(refuses(wants(100, 1))).toEqual(many);
  });

  it('do not count imported and free orders, and count a cart as one', () => {
    const { accepts, refuses } = shop(null);
    for (let n = 1; n < MOST_UNPAID_ORDERS; n += 1) accepts(wants(n, 1));
    const paid_at = NOON - 1000;
    const whose = { out_trade_no: number(50), creator_id: CREATOR, user_id: LI, plan_id: PLAN, paid_at };
    const price = fenOf(100);
    const lines = [{ sku_id: RED, name: 'Red', price, count: 1, of_plan: null }];
    accepts(importOrder({ ...whose, plan_name: '', product_type: 1, lines, month: 0, outcome: 'paid' }));
    accepts(cart('one', [1, 2, 3]));
    expect(refuses(wants(99, 1))).toEqual(many);
    expect(refuses(cart('two', [1]))).toEqual(many);
  });

  const histories: Histories<readonly [doing: string, which: number]> = {
    step: fc.tuple(fc.constantFrom('place', 'place', 'place', 'pay', 'cancel'), fc.nat(200)),
    length: { minLength: 40, maxLength: 120 },
    live(steps, decide, seen) {
      const { memory } = shop(null);
      const open = new Set<number>();
      for (const [n, [doing, which]] of steps.entries()) {
        const one = doing === 'place' ? n : pick([...open, -1], which);
        const command = { place: () => wants(n, 1), pay: () => pays(one, 1000), cancel: () => cancels(one) };
        if (one < 0) continue;
        const { accepted } = decide<unknown>(memory, command[doing as keyof typeof command]());
        if (doing === 'place') expect(accepted).toBe(open.size < MOST_UNPAID_ORDERS);
        seen.add(`${doing} ${accepted}`);
        if (doing === 'place') {
          if (accepted) open.add(one);
          continue;
        }
        if (accepted) open.delete(one);
        expect(memory.stateOf(orderKind, orderStream(number(one))).phase).not.toBe('pending');
      }
    },
  };

  it('of random histories never pass twenty, and are refused at no fewer', () => {
    exploreUntil(histories, ['place true', 'place false', 'pay true', 'cancel true'], { numRuns: 40 });
  });

  controls(histories, 40, { 'open orders': ['unpaid', noUnpaid] });
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
    return placeOrder(buying({ out_trade_no: number(n), lines, unless_open: true, ...more }));
  };
  const open = { code: 'open_order_exists', out_trade_no: number(1) };

  it('is refused with the number of the one that is open, also where that one holds the last unit', () => {
    const { accepts, refuses } = shop(2);
    accepts(again(1, 2));
    expect(refuses(again(2, 2, { remark_ref: 'other words' }))).toEqual(open);
    expect(accepts(again(1, 2)).result.repeated).toBe(true);
  });

  it('is placed if the open one has another choice, is paid or cancelled, or without unless_open', () => {
    const { accepts, refuses } = shop(null);
    accepts(again(1, 2));
    accepts(again(2, 3));
    accepts(wants(3, 2));
    accepts(cancels(3));
    expect(refuses(again(4, 2))).toEqual(open);
    accepts(pays(1, 2000));
    accepts(again(5, 2));
  });
});
