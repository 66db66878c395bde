import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countries } from '#events/destinations.ts';
import { fenOf } from '#events/money.ts';
import { CREATOR, nearAndFar, TEMPLATE } from '../testing/scenario.ts';
import { MAX_SHIPPING_FEE, shippingFee } from './shipping-fee.ts';
import { noTemplate, type ShippingTemplate } from './shipping-template.ts';

const template: ShippingTemplate = {
  phase: 'kept',
  template_id: TEMPLATE,
  creator_id: CREATOR,
  name: '',
  rules: nearAndFar,
};
const feeOf = (
  province: string,
  items: number,
  goods = 1000,
  free_from: number | null = null,
  of = template,
) => shippingFee(of, province, items, fenOf(goods), free_from === null ? null : fenOf(free_from));

describe('what sending costs', () => {
  it.each([
    ['310000', 1, 1000, null, 500],
    ['310000', 7, 1000, null, 500],
    ['650000', 1, 1000, null, 1800],
    ['650000', 2, 1000, null, 2400],
    ['650000', 10_000, 1000, null, 1800 + 9_999 * 600],
    ['650000', 3, 9_899, 9_900, 3000],
    ['650000', 3, 9_900, 9_900, 0],
    ['650000', 3, 9_901, 9_900, 0],
    ['110000', 1, 1, 1, 0],
  ])('to %s, %i items, goods for %i, free from %s: %i fen', (province, items, goods, free_from, fee) => {
    expect(feeOf(province, items, goods, free_from)).toEqual({ ok: true, fee });
  });

  const refused = {
    ok: false,
    refusal: { code: 'bad_input', errors: [{ field: 'province', message: { key: 'not_delivered' } }] },
  };

  it.each(['440000', '', '99', '3', '311'])('to %j, which is in no rule, is refused', (province) => {
    expect(feeOf(province, 1)).toEqual(refused);
  });

  it('is refused there even where sending would be free', () => {
    expect(feeOf('440000', 1, 99_999, 1)).toEqual(refused);
  });

  it('an unknown template is refused; a deleted one costs what it last did', () => {
    expect(shippingFee(noTemplate, '310000', 1, fenOf(1000), null)).toEqual(refused);
    expect(feeOf('650000', 2, 1000, null, { ...template, phase: 'deleted' })).toEqual({
      ok: true,
      fee: 2400,
    });
  });

  it('stays a whole number of fen at the largest of everything', () => {
    const dear = { provinces: ['310000'], first_fee: MAX_SHIPPING_FEE, next_fee: MAX_SHIPPING_FEE };
    expect(feeOf('310000', 1_000_000, 1, null, { ...template, rules: [dear] })).toEqual({
      ok: true,
      fee: 1_000_000 * MAX_SHIPPING_FEE,
    });
  });
});

describe('outside the mainland', () => {
  const rules = [
    { provinces: ['310000', 'HK'], first_fee: fenOf(500), next_fee: fenOf(0) },
    { provinces: ['JP', 'US'], first_fee: fenOf(9000), next_fee: fenOf(1000) },
  ];
  const elsewhere = { provinces: ['elsewhere'], first_fee: fenOf(20_000), next_fee: fenOf(5000) };
  const withRest = { ...template, rules: [...rules, elsewhere] };
  const refusedAbroad = (country: string) => ({
    ok: false,
    refusal: {
      code: 'bad_input',
      errors: [{ field: 'province', message: { key: 'not_delivered_abroad', country } }],
    },
  });

  it.each(['HK', 'MO', 'TW', 'JP', 'US'])('nothing is sent to %s without a rule', (country) => {
    expect(feeOf(country, 1)).toEqual(refusedAbroad(country));
  });

  it.each([
    ['HK', 3, 500],
    ['JP', 2, 10_000],
    ['TW', 1, 20_000],
    ['FR', 2, 25_000],
  ])('to %s, %i items cost %i fen', (country, items, fee) => {
    expect(feeOf(country, items, 1000, null, withRest)).toEqual({ ok: true, fee });
  });

  it.each(['650000', '440000', 'CN', 'XX', '', 'elsewhere', 'jp'])(
    'the rest of the world does not include %j',
    (destination) => {
      expect(feeOf(destination, 1, 1000, null, withRest)).toEqual({
        ok: false,
        refusal: { code: 'bad_input', errors: [{ field: 'province', message: { key: 'not_delivered' } }] },
      });
    },
  );

  it('every destination costs what a table with a row for each of them says', () => {
    const codes = ['310000', '650000', ...countries, 'XX', 'elsewhere', ''];
    const fee = fc.integer({ min: 0, max: MAX_SHIPPING_FEE }).map(fenOf);
    const question = fc.record({
      named: fc.uniqueArray(fc.constantFrom('310000', '650000', 'HK', 'TW', 'JP', 'US', 'elsewhere')),
      owner: fc.array(fc.nat({ max: 2 }), { minLength: 7, maxLength: 7 }),
      fees: fc.array(fc.tuple(fee, fee), { minLength: 3, maxLength: 3 }),
      items: fc.integer({ min: 1, max: 50 }),
      goods: fc.integer({ min: 0, max: 1000 }),
      free_from: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: null }),
    });
    fc.assert(
      fc.property(question, ({ named, owner, fees, items, goods, free_from }) => {
        const table = new Map<string, readonly [number, number]>();
        const rowOf = (at: number) => fees[owner[at] ?? 0] ?? ([0, 0] as const);
        const rest = named.indexOf('elsewhere');
        if (rest !== -1) for (const code of countries) if (code !== 'CN') table.set(code, rowOf(rest));
        for (const [at, code] of named.entries()) if (code !== 'elsewhere') table.set(code, rowOf(at));
        const written = fees.map(([first_fee, next_fee], of) => ({
          provinces: named.filter((_, at) => owner[at] === of),
          first_fee,
          next_fee,
        }));
        for (const code of codes) {
          const row = table.get(code);
          const cost = feeOf(code, items, goods, free_from, { ...template, rules: written });
          const free = free_from !== null && goods >= free_from;
          expect([code, cost.ok && cost.fee]).toEqual([
            code,
            row !== undefined && (free ? 0 : row[0] + row[1] * (items - 1)),
          ]);
        }
      }),
      { numRuns: 50 },
    );
  });
});
