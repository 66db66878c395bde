import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkuId } from '#events/ids.ts';
import { fenOf, fromWire, toWire } from '#events/money.ts';
import { type PriceQuestion, priceOf } from './price.ts';
import { goods, sponsorship } from './testing/past.ts';

const yuan = (text: string) => fromWire(text)!;

function monthly(
  price: string,
  month: number,
  discount_option: 0 | 1,
  pay_month: 1 | 3 | 12 = 1,
): PriceQuestion {
  return { offer: { ...sponsorship, price: yuan(price), pay_month }, discount_option, month, lines: [] };
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
    (price, months, option, show, discount, total, perMonth, percent) => {
      const asked = priceOf(monthly(price, months, option));
      expect(toWire(asked.show_amount)).toBe(show);
      expect(toWire(asked.discount)).toBe(discount);
      expect(toWire(asked.total_amount)).toBe(total);
      expect(toWire(asked.per_month)).toBe(perMonth);
      expect(asked.discount_percent).toBe(percent);
      expect(toWire(asked.shipping_fee)).toBe('0.00');
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
  const line = (price: string, count: number) => ({
    sku_id: 's' as SkuId,
    name: 's',
    price: yuan(price),
    count,
  });

  it('is the sum of price × count, without any discount', () => {
    const lines = [line('12.50', 3), line('0.99', 2)];
    const price = priceOf({ offer: goods, discount_option: 1, month: 0, lines });
    expect(toWire(price.total_amount)).toBe('39.48');
    expect([price.discount, price.discount_percent, price.per_month]).toEqual([0, 0, price.total_amount]);
  });
});

it('what is shown, less the discount, is what is paid; never below zero, never above what is shown', () => {
  const question = fc.record({
    price: fc.integer({ min: 500, max: 100_000_000 }),
    month: fc.integer({ min: 1, max: 36 }),
    option: fc.constantFrom(0 as const, 1 as const),
  });
  fc.assert(
    fc.property(question, ({ price, month, option }) => {
      const offer = { ...sponsorship, price: fenOf(price) };
      const { show_amount, discount, total_amount } = priceOf({
        offer,
        discount_option: option,
        month,
        lines: [],
      });
      expect(show_amount - discount).toBe(total_amount);
      expect(discount).toBeGreaterThanOrEqual(0);
      expect(total_amount).toBeGreaterThan(0);
    }),
  );
});
