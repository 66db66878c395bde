import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { PRODUCT_TYPE } from '#events/status.ts';
import { planErrors } from './plan-errors.ts';
import { newPlanValues, newSku } from './plan-values.ts';

/** The key itself, so that the test reads which sentence was chosen. */
const t = ((key: string) => key) as unknown as TFunction<['creator', 'catalog-selling']>; // only ever called with a key

test('a price out of its bounds names them', () => {
  const plan = { ...newPlanValues(PRODUCT_TYPE.sponsorship), name: 'Coffee' };
  for (const price of ['99999999', '1000000.01', '4.99']) {
    expect(planErrors({ ...plan, price }, t)).toEqual({ price: 'error.range' });
  }
  expect(planErrors({ ...plan, price: '1000000.00' }, t)).toEqual({});
  expect(planErrors(plan, t)).toEqual({ price: 'error.money' });
});

test('two options of one product have different names', () => {
  const sku = ['A4', 'A5', ' A4 '].map((name) => ({ ...newSku(), name, price: '3.00' }));
  const plan = { ...newPlanValues(PRODUCT_TYPE.goods), name: 'Print', sku };
  expect(planErrors(plan, t)).toEqual({ 'sku.2.name': 'catalog-selling:error.nameTwice' });
});

test('kinds of tickets of two rounds may have the same name', () => {
  const rounds = [1_900_000_000, 1_900_086_400].map((begin_time) => ({
    key: `${begin_time}`,
    id: undefined,
    begin_time,
  }));
  const sku = rounds.map(({ key }) => ({ ...newSku(), name: 'Lawn', price: '3.00', ticket_round_id: key }));
  const plan = { ...newPlanValues(PRODUCT_TYPE.ticket), name: 'Concert', sku, ticket_round_list: rounds };
  expect(planErrors(plan, t)).toEqual({});
});
