import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { PRODUCT_TYPE } from '#events/status.ts';
import { planErrors } from './plan-errors.ts';
import { newPlanValues } from './plan-values.ts';

/** The key itself, so that the test reads which sentence was chosen. */
const t = ((key: string) => key) as unknown as TFunction<['studio', 'selling']>; // only ever called with a key

test('a price out of its bounds names them', () => {
  const plan = { ...newPlanValues(PRODUCT_TYPE.sponsorship), name: 'Coffee' };
  for (const price of ['99999999', '1000000.01', '4.99']) {
    expect(planErrors({ ...plan, price }, t)).toEqual({ price: 'error.range' });
  }
  expect(planErrors({ ...plan, price: '1000000.00' }, t)).toEqual({});
  expect(planErrors(plan, t)).toEqual({ price: 'error.money' });
});
