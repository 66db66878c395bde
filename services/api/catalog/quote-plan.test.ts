import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type { QuotedPlan } from '#services/contract/catalog/edit-plan.ts';
import { quotePlan } from '#services/contract/catalog/quote-plan.ts';
import { savePlan } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

/** The prices of a plan in the editor are those that it has once it is saved. */
const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture(() => api.creator());

const DAY = 86_400;
const now = (): number => Math.floor(api.deps.clock.now() / 1000);
const halfPrice = (from: number, to: number) => ({
  has_time_limit_price: true,
  time_limit_begin: now() + from,
  time_limit_end: now() + to,
  time_limit_price_discount: '0.5',
});
const month: QuotedPlan = { product_type: 0, price: '30.00' };
const prints: QuotedPlan = { product_type: 1, sku: [{ price: '12.50' }, { price: '20.00' }] };

describe('a quote', () => {
  it.each<[string, () => QuotedPlan, string, string]>([
    ['of a year', () => ({ ...month, pay_month: 12 }), '360.00', '360.00'],
    [
      'with a favourable price',
      () => ({ ...month, pay_month: 12, favorable_price: '300' }),
      '360.00',
      '300.00',
    ],
    ['with a price that runs', () => ({ ...month, ...halfPrice(-DAY, DAY) }), '30.00', '15.00'],
    ['with a price that begins later', () => ({ ...month, ...halfPrice(DAY, 2 * DAY) }), '30.00', '30.00'],
    ['of goods', () => ({ ...prints, ...halfPrice(-DAY, DAY) }), '12.50', '6.25'],
  ])('%s is what the saved plan shows', async (_, form, show_price, floor_price) => {
    const { data: quote } = await api.call(quotePlan, form(), creator);
    expect(quote).toMatchObject({ show_price, floor_price });
    const sku = form().sku?.map((one, index) => ({ ...one, name: `Print ${index}` })) ?? [];
    const saved = await savePlan(api, creator, { name: 'Print', ...form(), sku });
    expect(saved).toMatchObject(quote);
  });

  it('of an empty form is empty, and an invalid amount is refused', async () => {
    const { data } = await api.call(quotePlan, { product_type: 2 }, creator);
    expect(data).toMatchObject({ show_price: '0.00', sku: [] });
    expect((await api.call(quotePlan, { product_type: 0, price: '1.234' }, creator)).ec).toBe(40000);
  });
});
