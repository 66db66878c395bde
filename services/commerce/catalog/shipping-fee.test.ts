import { describe, expect, it } from 'vitest';
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
