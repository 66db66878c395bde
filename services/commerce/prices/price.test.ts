import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanOffer, SkuOffer } from '#events/catalog.ts';
import type { PlanId, SkuId } from '#events/ids.ts';
import { type Fen, fenOf, fromWire, toWire } from '#events/money.ts';
import { goods, NOON, PLAN, sku, sponsorship } from '../testing/scenario.ts';
import { customPrice, type PriceQuery, priceOf } from './price.ts';

const yuan = (text: string) => fromWire(text)!;

const queryFor = (offer: PlanOffer, change: Partial<PriceQuery> = {}): PriceQuery => ({
  offer,
  now: NOON,
  discount_option: 0,
  month: offer.product_type === 0 ? 1 : 0,
  lines: [],
  bundle_count: 0,
  vip: false,
  upgrade: null,
  redeemed: false,
  shippingFor: () => fenOf(0),
  ...change,
});
const amounts = (question: PriceQuery) => {
  const { show_amount, discount, shipping_fee, total_amount } = priceOf(question);
  return [show_amount, discount, shipping_fee, total_amount].map(toWire);
};
const line = (price: string, count: number, change: Partial<SkuOffer> = {}) => ({
  sku: sku('s' as SkuId, { price: yuan(price), ...change }),
  count,
});

function monthly(
  price: string,
  month: number,
  discount_option: 0 | 1,
  pay_month: 1 | 3 | 12 = 1,
): PriceQuery {
  return queryFor({ ...sponsorship, price: yuan(price), pay_month }, { discount_option, month });
}

describe('the price of a sponsorship', () => {
  it.each([
    // price, months, switch → show, discount, total, per month, percent
    ['30.00', 1, 1, '30.00', '0.00', '30.00', '30.00', 0],
    ['30.00', 5, 1, '150.00', '0.00', '150.00', '30.00', 0],
    ['30.00', 6, 1, '180.00', '10.80', '169.20', '28.20', 6],
    ['30.00', 11, 1, '330.00', '19.80', '310.20', '28.20', 6],
    ['30.00', 12, 1, '360.00', '36.00', '324.00', '27.00', 10],
    ['30.00', 23, 1, '690.00', '69.00', '621.00', '27.00', 10],
    ['30.00', 24, 1, '720.00', '100.80', '619.20', '25.80', 14],
    ['30.00', 35, 1, '1050.00', '147.00', '903.00', '25.80', 14],
    ['30.00', 36, 1, '1080.00', '172.80', '907.20', '25.20', 16],
    ['30.00', 12, 0, '360.00', '0.00', '360.00', '30.00', 0],
    // Rounded once, half up, on the whole amount: 5.25 × 6 × 94 % = 29.61; 5.55 × 6 × 94 % = 31.302.
    ['5.25', 6, 1, '31.50', '1.89', '29.61', '4.94', 6],
    ['5.55', 6, 1, '33.30', '2.00', '31.30', '5.22', 6],
    // 8.75 × 6 × 94 % = 49.35; 5.01 × 7 × 94 % = 32.9658.
    ['5.01', 7, 1, '35.07', '2.10', '32.97', '4.71', 6],
  ] as const)(
    '%s × %i months (switch %i)',
    (amount, months, option, show, discount, total, perMonth, percent) => {
      const price = priceOf(monthly(amount, months, option));
      expect(toWire(price.show_amount)).toBe(show);
      expect(toWire(price.discount)).toBe(discount);
      expect(toWire(price.total_amount)).toBe(total);
      expect(toWire(price.per_month)).toBe(perMonth);
      expect(price.discount_percent).toBe(percent);
      expect(toWire(price.shipping_fee)).toBe('0.00');
    },
  );

  it('by the quarter or year is the favourable price of each period; the multi-month discount does not come on top', () => {
    const question = monthly('30.00', 12, 1, 3);
    const favourable = { ...question, offer: { ...question.offer, favorable_price: yuan('80.00') } };
    const price = priceOf(favourable);
    expect([toWire(price.show_amount), toWire(price.discount), toWire(price.total_amount)]).toEqual([
      '360.00',
      '40.00',
      '320.00',
    ]);
    expect(price.discount_percent).toBe(0);
    expect(toWire(priceOf(question).total_amount)).toBe('360.00');
  });

  it('that never ends has no months to discount', () => {
    const question = monthly('30.00', 1, 1);
    expect(priceOf({ ...question, offer: { ...question.offer, permanent: true } }).discount).toBe(0);
  });
});

describe('the price of goods', () => {
  it('is the sum of price × count, without any discount', () => {
    const lines = [line('12.50', 3), line('0.99', 2)];
    const price = priceOf(queryFor(goods, { discount_option: 1, lines }));
    expect(toWire(price.total_amount)).toBe('39.48');
    expect([price.discount, price.discount_percent, price.per_month]).toEqual([0, 0, price.total_amount]);
  });
});

it('shown price less discount is the total; never negative, never above the shown price', () => {
  const question = fc.record({
    price: fc.integer({ min: 500, max: 100_000_000 }),
    month: fc.integer({ min: 1, max: 36 }),
    option: fc.constantFrom(0 as const, 1 as const),
  });
  fc.assert(
    fc.property(question, ({ price, month, option }) => {
      const offer = { ...sponsorship, price: fenOf(price) };
      const { show_amount, discount, total_amount } = priceOf(
        queryFor(offer, { discount_option: option, month }),
      );
      expect(show_amount - discount).toBe(total_amount);
      expect(discount).toBeGreaterThanOrEqual(0);
      expect(total_amount).toBeGreaterThan(0);
    }),
  );
});

const HOUR = 3_600_000;
const limit = (change: Partial<NonNullable<PlanOffer['time_limit']>> = {}) => ({
  id: 'spring',
  price: null,
  percent: 80,
  begin_time: NOON,
  end_time: NOON + HOUR,
  ...change,
});

describe('a price for a while (step 2)', () => {
  it('runs from its begin until its end, the end not counted', () => {
    const offer = { ...goods, time_limit: limit() };
    const lines = [line('10.00', 2)];
    expect(amounts(queryFor(offer, { lines }))).toEqual(['20.00', '4.00', '0.00', '16.00']);
    expect(amounts(queryFor(offer, { lines, now: NOON + HOUR - 1 }))[3]).toBe('16.00');
    expect(amounts(queryFor(offer, { lines, now: NOON + HOUR }))[3]).toBe('20.00');
    expect(amounts(queryFor(offer, { lines, now: NOON - 1 }))[3]).toBe('20.00');
  });

  it('is the SKU’s own where it has one, else a share, else the plan’s', () => {
    const own = [line('10.00', 1, { time_limit_price: yuan('7.50') }), line('10.00', 1)];
    expect(priceOf(queryFor({ ...goods, time_limit: limit() }, { lines: own })).unit_prices).toEqual([
      750, 800,
    ]);
    const fixed = { ...goods, time_limit: limit({ percent: null, price: yuan('9.00') }) };
    expect(priceOf(queryFor(fixed, { lines: [line('10.00', 1)] })).unit_prices).toEqual([900]);
  });

  it('replaces the favourable price, and removes the multi-month discount', () => {
    const base = { ...sponsorship, price: yuan('30.00'), time_limit: limit({ percent: 50 }) };
    const quarter = { ...base, pay_month: 3 as const, favorable_price: yuan('80.00') };
    expect(amounts(queryFor(quarter, { month: 3 }))).toEqual(['90.00', '45.00', '0.00', '45.00']);
    const year = priceOf(queryFor(base, { month: 12, discount_option: 1 }));
    expect([toWire(year.total_amount), year.discount_percent]).toEqual(['180.00', 0]);
    expect(year.pricing.rule).toBe('time_limit');
  });

  it('never costs more than the price without it', () => {
    const timed = (price: string) => limit({ percent: null, price: yuan(price) });
    const plan = { ...sponsorship, price: yuan('30.00') };
    const month = { ...plan, time_limit: timed('29.00') };
    expect(amounts(queryFor(month, { month: 12, discount_option: 1 }))[3]).toBe('324.00');
    const year = {
      ...plan,
      pay_month: 12 as const,
      favorable_price: yuan('200.00'),
      time_limit: timed('25.00'),
    };
    expect(priceOf(queryFor(year, { month: 12 }))).toMatchObject({
      total_amount: 20_000,
      pricing: { rule: 'favorable' },
    });
    // 9.00 and the fee would be more than 10.00 with free shipping.
    const freeFrom10 = {
      lines: [line('10.00', 1)],
      shippingFor: (paid: Fen) => fenOf(paid < 1000 ? 500 : 0),
    };
    const piece = { ...goods, time_limit: limit({ percent: 90 }) };
    expect(amounts(queryFor(piece, freeFrom10))).toEqual(['10.00', '0.00', '0.00', '10.00']);
  });
});

describe('the member’s price (step 4)', () => {
  const vip = { plan_id: PLAN, price: null, percent: 90, include_history: false };

  it('replaces the unit price for members only, and only when it is lower', () => {
    const offer = { ...goods, vip };
    const lines = [line('10.00', 1)];
    expect(amounts(queryFor(offer, { lines, vip: true }))[3]).toBe('9.00');
    expect(amounts(queryFor(offer, { lines }))[3]).toBe('10.00');
    const timed = { ...offer, time_limit: limit() };
    expect(amounts(queryFor(timed, { lines, vip: true }))[3]).toBe('8.00');
    expect(priceOf(queryFor(timed, { lines, vip: true })).pricing.vip).toBe(false);
  });

  it('is compared by the period, and the multi-month discount comes on top', () => {
    const quarter = { ...sponsorship, price: yuan('30.00'), pay_month: 3 as const, vip };
    const favourable = { ...quarter, favorable_price: yuan('80.00') };
    expect(amounts(queryFor(favourable, { month: 3, vip: true }))[3]).toBe('80.00');
    expect(amounts(queryFor(quarter, { month: 6, vip: true }))[3]).toBe('162.00');
    const monthlyVip = { ...sponsorship, price: yuan('30.00'), vip: { ...vip, percent: 50 } };
    // 15.00 × 12 × 90 %
    expect(amounts(queryFor(monthlyVip, { month: 12, vip: true, discount_option: 1 }))).toEqual([
      '360.00',
      '198.00',
      '0.00',
      '162.00',
    ]);
  });
});

describe('bundles, shipping, upgrades, codes and amounts of one’s own', () => {
  it('a bundle has its own price, for any contents', () => {
    const offer: PlanOffer = { ...goods, product_type: 2, price: yuan('25.00') };
    const lines = [line('20.00', 2), line('30.00', 2)];
    const price = priceOf(queryFor(offer, { lines, bundle_count: 2 }));
    expect(toWire(price.total_amount)).toBe('50.00');
    expect(price.unit_prices).toEqual([2000, 3000]);
  });

  it('shipping is computed from the paid price of goods, and never discounted (step 7)', () => {
    const seen: Fen[] = [];
    const shippingFor = (paid: Fen) => {
      seen.push(paid);
      return yuan('8.00');
    };
    const offer = { ...goods, time_limit: limit({ percent: 50 }) };
    const question = queryFor(offer, { lines: [line('10.00', 2)], shippingFor });
    expect(amounts(question)).toEqual(['20.00', '10.00', '8.00', '18.00']);
    expect(seen).toContain(1000);
  });

  it.each([
    ['months', { months: 5, hours: 0, of: 720, days: 150 }, '100.00'],
    ['a month and half of the present one', { months: 1, hours: 372, of: 744, days: 46 }, '30.00'],
    ['the last hour, rounded up to a fen', { months: 0, hours: 1, of: 744, days: 1 }, '0.03'],
  ])('an upgrade costs the difference for the time left: %s', (_, left, total) => {
    const upgrade = { from_price: yuan('30.00'), left };
    const offer = { ...sponsorship, price: yuan('50.00') };
    const price = priceOf(queryFor(offer, { month: 0, upgrade, discount_option: 1 }));
    expect(toWire(price.total_amount)).toBe(total);
    expect(price.pricing.rule).toBe('upgrade');
    // Months bought with it cost what they cost otherwise: six of 50.00, less 6 %.
    const longer = priceOf(queryFor(offer, { month: 6, upgrade, discount_option: 1 }));
    expect(longer.total_amount).toBe(price.total_amount + 28_200);
    expect([longer.difference, toWire(longer.per_month)]).toEqual([price.total_amount, '47.00']);
  });

  it('by redeem code costs nothing and shows the price (step 10)', () => {
    const question = queryFor(goods, {
      lines: [line('10.00', 2)],
      redeemed: true,
      shippingFor: () => yuan('8.00'),
    });
    expect(amounts(question)).toEqual(['20.00', '20.00', '0.00', '0.00']);
  });

  it('an amount of one’s own is just that (step 9)', () => {
    expect(customPrice(yuan('6.66'))).toMatchObject({ show_amount: 666, total_amount: 666, discount: 0 });
  });
});

it('shown − discount + shipping = total, with all rules together', () => {
  const amount = fc.integer({ min: 100, max: 1_000_000 }).map(fenOf);
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
  const percent = fc.integer({ min: 10, max: 90 });
  const question = fc.record({
    lines: fc.array(fc.record({ price: amount, own: maybe(amount), count: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    timed: maybe(percent),
    member: maybe(percent),
    bundles: fc.integer({ min: 0, max: 3 }),
    fee: amount,
    redeemed: fc.boolean(),
  });
  fc.assert(
    fc.property(question, ({ lines, timed, member, bundles, fee, redeemed }) => {
      const offer: PlanOffer = {
        ...goods,
        product_type: bundles > 0 ? 2 : 1,
        time_limit: timed === null ? null : limit({ percent: timed }),
        vip:
          member === null
            ? null
            : { plan_id: 'v' as PlanId, price: null, percent: member, include_history: false },
      };
      const price = priceOf(
        queryFor(offer, {
          lines: lines.map(({ price: plain, own, count }) => ({
            sku: sku('s' as SkuId, { price: plain, vip_price: own !== null && own < plain ? own : null }),
            count,
          })),
          bundle_count: bundles,
          vip: member !== null,
          redeemed,
          shippingFor: () => fee,
        }),
      );
      expect(price.show_amount - price.discount + price.shipping_fee).toBe(price.total_amount);
      expect(price.discount).toBeGreaterThanOrEqual(0);
      if (redeemed) expect(price.total_amount).toBe(0);
      else expect(price.total_amount).toBeGreaterThanOrEqual(fee);
      if (bundles === 0 && !redeemed) {
        const sold = lines.reduce((sum, { count }, at) => sum + (price.unit_prices[at] ?? 0) * count, 0);
        expect(sold + fee).toBe(price.total_amount);
      }
    }),
  );
});

it('no promotion makes an order dearer, with all rules together', () => {
  const amount = fc.integer({ min: 500, max: 100_000 }).map(fenOf);
  const percent = fc.integer({ min: 10, max: 90 });
  const pay_month = fc.constantFrom<1 | 3 | 12>(1, 3, 12);
  const offers = fc.record({
    price: amount,
    pay_month,
    periods: fc.integer({ min: 1, max: 3 }),
    favorable: percent,
    timed: percent,
    member: percent,
    units: fc.integer({ min: 1, max: 9 }),
    kind: fc.constantFrom(0, 1, 2),
    fee: amount,
    free_from: amount,
  });
  const without = [
    (query: PriceQuery): PriceQuery => ({ ...query, offer: { ...query.offer, time_limit: null } }),
    (query: PriceQuery): PriceQuery => ({ ...query, offer: { ...query.offer, favorable_price: null } }),
    (query: PriceQuery): PriceQuery => ({ ...query, vip: false }),
    (query: PriceQuery): PriceQuery => ({ ...query, discount_option: 0 }),
  ];
  fc.assert(
    fc.property(offers, (one) => {
      const { kind, price, units, fee, free_from } = one;
      const period = kind === 0 ? one.pay_month : 1;
      const offer: PlanOffer = {
        ...(kind === 0 ? sponsorship : goods),
        product_type: kind as 0 | 1 | 2,
        price,
        pay_month: period,
        favorable_price: fenOf(Math.max(1, Math.floor((price * period * one.favorable) / 100))),
        time_limit: limit({ percent: one.timed }),
        vip: { plan_id: 'v' as PlanId, price: null, percent: one.member, include_history: false },
      };
      const whole = queryFor(offer, {
        discount_option: 1,
        vip: true,
        month: kind === 0 ? period * one.periods * (period === 1 ? units : 1) : 0,
        lines: kind === 1 ? [{ sku: sku('s' as SkuId, { price }), count: units }] : [],
        bundle_count: kind === 2 ? units : 0,
        shippingFor: (paid) => (kind === 0 || paid >= free_from ? fenOf(0) : fee),
      });
      // Each set of promotions costs no more than the same set without one of them.
      let queries = [whole];
      for (const remove of without) {
        for (const query of queries)
          expect(priceOf(query).total_amount).toBeLessThanOrEqual(priceOf(remove(query)).total_amount);
        queries = queries.flatMap((query) => [query, remove(query)]);
      }
    }),
  );
});
