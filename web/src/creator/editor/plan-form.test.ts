import { expect, test } from 'vitest';
import { editPlan } from '#services/api/contract/edit-plan.ts';
import { planErrors } from './plan-errors.ts';
import { newPlanValues, newSku, planRequestOf, planValuesOf, previewOf } from './plan-form.ts';

/** The key itself, so that the test reads which sentence was chosen. */
const t = ((key: string) => key) as unknown as Parameters<typeof planErrors>[1]; // only ever called with a key

const sponsorship = { ...newPlanValues(0), name: 'Coffee', price: '30' };
const goods = {
  ...newPlanValues(1),
  name: 'Print',
  sku: [{ ...newSku(), name: 'A4', price: '12.50', stock: 3 }],
};

test('a filled form is a request that the contract takes', () => {
  expect(planErrors(sponsorship, t)).toEqual({});
  expect(planErrors(goods, t)).toEqual({});
  expect(editPlan.parse(planRequestOf(goods)).sku[0]).toMatchObject({ name: 'A4', price: '12.50', stock: 3 });
});

test('prices below the minimum are refused at their place', () => {
  expect(planErrors({ ...sponsorship, price: '4.99' }, t)).toEqual({ price: 'error.minPrice' });
  const cheap = { ...goods, sku: [{ ...newSku(), name: 'A4', price: '0.50' }] };
  expect(planErrors(cheap, t)).toEqual({ 'sku.0.price': 'error.minPrice' });
});

test('goods need a SKU, a sponsorship plan needs a price', () => {
  expect(planErrors({ ...goods, sku: [] }, t)).toEqual({ sku: 'error.noSku' });
  expect(planErrors({ ...sponsorship, price: '' }, t)).toEqual({ price: 'error.money' });
});

test('the favourable price may not be dearer than the months it stands for', () => {
  const yearly = { ...sponsorship, pay_month: '12' as const, favorable_price: '400' };
  expect(planErrors(yearly, t)).toEqual({ favorable_price: 'error.favorable' });
  expect(planErrors({ ...yearly, favorable_price: '300' }, t)).toEqual({});
});

test('limits become the four kinds of the specification', () => {
  const type = (limits_sku: boolean, limits_plan: boolean) =>
    planRequestOf({ ...goods, limits_sku, limits_plan }).purchase_limit_type;
  expect([type(false, false), type(true, false), type(false, true), type(true, true)]).toEqual([0, 1, 2, 3]);
});

test('permanent forces independent, and the stock of a saved SKU is never sent', () => {
  expect(planRequestOf({ ...sponsorship, permanent: true }).independent).toBe(true);
  const saved = { ...goods, sku: [{ ...newSku(), sku_id: 'sku1', name: 'A4', price: '12.50', stock: 3 }] };
  expect(planRequestOf(saved).sku?.[0]).not.toHaveProperty('stock');
});

test('a plan shown in the form and sent back is the same plan', () => {
  const preview = previewOf(goods, 'me', 0, () => undefined);
  expect(planValuesOf(preview)).toMatchObject({
    name: 'Print',
    product_type: 1,
    sku: [{ price: '12.50', stock: 3 }],
  });
});

test('the preview shows the price of a period, favoured when there is such a price', () => {
  const yearly = { ...sponsorship, pay_month: '12' as const };
  const shown = (values: typeof yearly) => previewOf(values, 'me', 0, () => undefined).floor_price;
  expect(shown(yearly)).toBe('360.00');
  expect(shown({ ...yearly, favorable_price: '300' })).toBe('300.00');
});
