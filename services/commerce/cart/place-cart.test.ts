import { describe, expect, it } from 'vitest';
import { cartNumber, chargeIdOf, orderOfCart, type PlanId, type SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream, stockStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { orderKind } from '../orders/order.ts';
import type { PlaceOrder } from '../orders/place-order.ts';
import { payCart } from '../payments/pay-cart.ts';
import { returnLatePayment } from '../refunds/return-late-payment.ts';
import { stockKind } from '../stock/stock.ts';
import {
  BLUE,
  buying,
  CREATOR,
  given,
  goods,
  LI,
  offered,
  onSale,
  RED,
  type Scenario,
  STRANGER,
  sku,
  sponsorship,
  TTL,
  WANG,
} from '../testing/scenario.ts';
import { cancelCart } from './cancel-cart.ts';
import { MAX_CART_ORDERS, type PlaceCart, placeCart } from './place-cart.ts';

const CART = cartNumber(LI, 'cart-1');
const OTHER = 'plan-other' as PlanId;
const MUG = 'sku-mug' as SkuId;

const stranger = { creator_id: STRANGER };
/** Two creators' goods: ten red ones and one blue of CREATOR, mugs of STRANGER. */
const shops = () =>
  given(
    onSale(goods, [
      [sku(RED), 10],
      [sku(BLUE), 1],
    ]),
    offered(OTHER, goods, [[sku(MUG), null]], stranger),
  );

/** Goods of STRANGER with as many SKUs as one order may name. */
const parts = Array.from({ length: 100 }, (_, at) => `part-${at}` as SkuId);
const wholesale = (): Decided[] =>
  offered(
    OTHER,
    goods,
    parts.map((sku_id) => [sku(sku_id), null] as const),
    stranger,
  );

const entry = (n: number, change: Partial<PlaceOrder>): PlaceOrder =>
  buying({ out_trade_no: orderOfCart(CART, n), cart_order_no: CART, ...change });
const scarf = (n: number, sku_id = RED, count = 1) => entry(n, { lines: [{ sku_id, count }] });
const mug = (n: number) => entry(n, { plan_id: OTHER, lines: [{ sku_id: MUG, count: 1 }] });

const cart = (orders: PlaceOrder[], change: Partial<PlaceCart> = {}) =>
  placeCart({
    cart_order_no: CART,
    user_id: LI,
    orders,
    provider: 'sandbox',
    request_hash: 'h',
    ttl_seconds: TTL,
    ...change,
  });

const cartNotice = (amount: number, attempt = 1) => ({
  cart_order_no: CART,
  charge_id: chargeIdOf(CART, attempt),
  amount: fenOf(amount),
  provider: 'sandbox',
});
const phase = ({ memory }: Scenario, n: number) =>
  memory.stateOf(orderKind, orderStream(orderOfCart(CART, n))).phase;
const stock = ({ memory }: Scenario, of = RED) => memory.stateOf(stockKind, stockStream(of));

describe('a cart', () => {
  it('places an order for each entry, over several creators, under one number and total', () => {
    const scenario = shops();
    const { result, events } = scenario.accepts(cart([scarf(0), mug(1)]));
    expect(result.cart).toMatchObject({
      total_amount: 2000,
      orders: [{ creator_id: CREATOR }, { creator_id: STRANGER }],
    });
    expect(events.filter(({ type }) => type === 'OrderPlaced')).toMatchObject([
      { data: { cart_order_no: CART } },
      { data: { cart_order_no: CART } },
    ]);
    expect(stock(scenario)).toMatchObject({ held: 1 });
  });

  it('each entry sees the holds of those before it: two that exceed the stock together are refused as a whole', () => {
    const scenario = shops();
    expect(scenario.refuses(cart([mug(0), scarf(1, BLUE), scarf(2, BLUE)]))).toEqual({
      code: 'out_of_stock',
      errors: [{ field: 'orders.2', message: { key: 'sold_out' } }],
    });
    expect(stock(scenario, BLUE)).toMatchObject({ held: 0 });
  });

  it('names every entry that is refused, and the field', () => {
    const wrong = [scarf(0, BLUE, 3), mug(1), scarf(2, 'sku-none' as SkuId)];
    expect(shops().refuses(cart(wrong))).toMatchObject({
      code: 'out_of_stock',
      errors: [
        { field: 'orders.0', message: { key: 'sold_out' } },
        { field: 'orders.0.sku.0.count', message: { key: 'out_of_range', max: '1' } },
        { field: 'orders.2.sku.0.sku_id', message: { key: 'unknown' } },
      ],
    });
  });

  it('takes one plan of a creator in an upgrade family, and any number of independent ones', () => {
    const plan = (plan_id: PlanId, independent: boolean) => offered(plan_id, { ...sponsorship, independent });
    const [tea, coffee, badge] = ['tea', 'coffee', 'badge'].map((id) => id as PlanId) as [
      PlanId,
      PlanId,
      PlanId,
    ];
    const scenario = given(plan(tea, false), plan(coffee, false), plan(badge, true));
    const month = (n: number, plan_id: PlanId) => entry(n, { plan_id, lines: [] });
    expect(scenario.refuses(cart([month(0, tea), month(1, badge), month(2, coffee)]))).toEqual({
      code: 'bad_input',
      errors: [{ field: 'orders.2.plan_id', message: { key: 'one_membership' } }],
    });
    expect(scenario.accepts(cart([month(0, tea), month(1, badge)])).result.orders).toHaveLength(2);
  });

  it('repeated is the same cart; with another body or fan, the key is reused', () => {
    const scenario = shops().after(cart([scarf(0)]));
    const again = scenario.accepts(cart([scarf(0)]));
    expect(again).toMatchObject({ events: [], result: { repeated: true, orders: [{ phase: 'pending' }] } });
    for (const change of [{ request_hash: 'other' }, { user_id: WANG }]) {
      expect(scenario.refuses(cart([scarf(0)], change))).toEqual({ code: 'idempotency_key_reused' });
    }
  });

  it('of another total than was shown is refused with the new one', () => {
    expect(shops().refuses(cart([scarf(0), mug(1)], { total_amount: fenOf(1999) }))).toEqual({
      code: 'price_changed',
      total_amount: '20.00',
    });
  });

  it('holds as many as a page of the cart can show', () => {
    const many = Array.from({ length: MAX_CART_ORDERS }, (_, n) => mug(n));
    expect(shops().accepts(cart(many)).result.orders).toHaveLength(MAX_CART_ORDERS);
  });
});

describe('payment of a cart', () => {
  const placed = () => shops().after(cart([scarf(0), mug(1)]));

  it('pays each of its orders once, for any number of notices', () => {
    const scenario = placed();
    expect(scenario.accepts(payCart(cartNotice(2000))).result.outcome).toBe('paid');
    expect([phase(scenario, 0), phase(scenario, 1)]).toEqual(['paid', 'paid']);
    expect(scenario.accepts(payCart(cartNotice(2000)))).toMatchObject({
      events: [],
      result: { outcome: 'known' },
    });
    expect(stock(scenario)).toMatchObject({ held: 0, sold: 1 });
  });

  it('by a second charge is returned, order by order', () => {
    const scenario = placed().after(payCart(cartNotice(2000)));
    const { types, result } = scenario.accepts(payCart(cartNotice(2000, 2)));
    expect(result.outcome).toBe('to_return');
    expect(types).toEqual(['LatePaymentReceived', 'LatePaymentReceived', 'CartPaid']);
  });

  it('of another amount is returned completely, also if it equals the price of one order', () => {
    const scenario = placed();
    const { events } = scenario.accepts(payCart(cartNotice(1000)));
    expect(events).toMatchObject([
      { type: 'LatePaymentReceived', data: { amount: 1000, reason: 'amount' } },
      {},
    ]);
    expect(phase(scenario, 0)).toBe('pending');
  });

  it('that is late revives available orders, and returns the rest', () => {
    const scenario = shops().after(cart([scarf(0, BLUE), mug(1)]));
    scenario.memory.now += TTL * 1000;
    for (const n of [0, 1]) {
      scenario.accepts(cancelOrder({ out_trade_no: orderOfCart(CART, n), by: { kind: 'expiry' } }));
    }
    const taken = { ...scarf(5, BLUE), user_id: WANG, cart_order_no: null };
    scenario.accepts(cart([taken], { cart_order_no: cartNumber(WANG, 'x'), user_id: WANG }));
    const { result, events } = scenario.accepts(payCart(cartNotice(2000)));
    expect(result.outcome).toBe('to_return');
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'LatePaymentReceived',
        data: expect.objectContaining({ amount: 1000, reason: 'stock' }),
      }),
    );
    expect([phase(scenario, 0), phase(scenario, 1)]).toEqual(['cancelled', 'paid']);
  });

  it('of an unknown cart is not found', () => {
    expect(shops().refuses(payCart(cartNotice(2000)))).toEqual({ code: 'not_found' });
  });
});

describe('giving a cart up', () => {
  it('frees everything; a paid one stays, a stranger finds none', () => {
    const scenario = shops().after(cart([scarf(0), mug(1)]));
    expect(scenario.refuses(cancelCart({ cart_order_no: CART, user_id: WANG }))).toEqual({
      code: 'not_found',
    });
    scenario.accepts(cancelCart({ cart_order_no: CART, user_id: LI }));
    expect(stock(scenario)).toMatchObject({ held: 0, sold: 0 });
    expect(scenario.memory.stateOf(orderKind, orderStream(orderOfCart(CART, 1)))).toMatchObject({
      reason: 'fan',
    });
    expect(scenario.accepts(cancelCart({ cart_order_no: CART, user_id: LI })).events).toEqual([]);
    scenario.accepts(payCart(cartNotice(2000)));
    expect(scenario.refuses(cancelCart({ cart_order_no: CART, user_id: LI }))).toEqual({
      code: 'state_does_not_allow',
    });
  });

  it('by the creator of one of its orders cancels all of them: one charge pays for all or none', () => {
    const scenario = shops().after(
      cart([scarf(0), mug(1)]),
      cancelCart({ cart_order_no: CART, user_id: STRANGER }),
    );
    expect([phase(scenario, 0), phase(scenario, 1)]).toEqual(['cancelled', 'cancelled']);
    expect(scenario.memory.stateOf(orderKind, orderStream(orderOfCart(CART, 0)))).toMatchObject({
      reason: 'creator',
    });
  });
});

describe('entries of a cart', () => {
  /** Another cart order of the fan, for a mug. */
  const another = (key: string, revision: number) => {
    const cart_order_no = cartNumber(LI, key);
    const out_trade_no = orderOfCart(cart_order_no, 0);
    const lines = [{ sku_id: MUG, count: 1 }];
    const order = entry(0, { out_trade_no, cart_order_no, plan_id: OTHER, lines });
    return cart([order], { cart_order_no, entries: [{ cart_id: 'entry-1', revision }] });
  };
  const first = cart([scarf(0)], { entries: [{ cart_id: 'entry-1', revision: 0 }] });

  it('are bought once: a second order is refused with the number of the first', () => {
    const scenario = shops().after(first);
    expect(scenario.refuses(another('cart-2', 0))).toEqual({
      code: 'already_ordered',
      cart_order_no: CART,
      errors: [{ field: 'orders.0', message: { key: 'already_ordered' } }],
    });
    expect(scenario.accepts(first).result.repeated).toBe(true);
    scenario.accepts(cancelCart({ cart_order_no: CART, user_id: LI }));
    expect(scenario.refuses(another('cart-2', 0))).toMatchObject({ code: 'already_ordered' });
  });

  it('can be bought again after they were changed', () => {
    const scenario = shops().after(first, another('cart-2', 1));
    expect(scenario.refuses(another('cart-3', 1))).toMatchObject({ cart_order_no: cartNumber(LI, 'cart-2') });
  });
});

it('a cart’s charge with a wrong first notice is divided when the right amount arrives', () => {
  const scenario = shops().after(cart([scarf(0), mug(1)]));
  expect(scenario.accepts(payCart(cartNotice(1000))).result.outcome).toBe('to_return');
  expect(scenario.accepts(payCart(cartNotice(1000))).result.outcome).toBe('known');
  expect(scenario.accepts(payCart(cartNotice(2000))).result.outcome).toBe('paid');
  expect([phase(scenario, 0), phase(scenario, 1)]).toEqual(['paid', 'paid']);
  expect(scenario.accepts(payCart(cartNotice(2000))).events).toEqual([]);
  expect(scenario.accepts(payCart(cartNotice(1000))).events).toEqual([]);
});

it('a cart’s charge whose wrong amount was returned pays none of its orders', () => {
  const scenario = shops().after(cart([scarf(0), mug(1)]), payCart(cartNotice(1500)));
  const returned = { out_trade_no: orderOfCart(CART, 0), charge_id: cartNotice(1500).charge_id };
  scenario.accepts(returnLatePayment({ ...returned, provider_refund_id: 're_1' }));
  expect(scenario.accepts(payCart(cartNotice(2000)))).toMatchObject({
    events: [],
    result: { outcome: 'known' },
  });
});

describe('a cart of many lines', () => {
  it('is refused beyond 250 of them, so that it can be paid in one command', () => {
    const { refuses, accepts } = given(wholesale());
    const all = (n: number) =>
      entry(n, { plan_id: OTHER, lines: parts.map((sku_id) => ({ sku_id, count: 1 })) });
    expect(refuses(cart([all(0), all(1), all(2)]))).toEqual({
      code: 'bad_input',
      errors: [{ field: 'orders', message: { key: 'too_many', max: '250' } }],
    });
    accepts(cart([all(0), all(1)]));
  });
});
