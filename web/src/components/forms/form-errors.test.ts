import { expect, test } from 'vitest';
import { editBasicBody } from '#services/contract/catalog/creators.ts';
import { editPlan } from '#services/contract/catalog/edit-plan.ts';
import { ApiRefusal } from '../../api/refusal.ts';
import { errorsOf, sentenceFor } from './form-errors.ts';
import { refusedFields } from './refused-fields.ts';

/** The key itself, so that the test reads which sentence was chosen. */
const t = ((key: string) => key) as unknown as Parameters<typeof errorsOf>[2]; // only ever called with a key

test('a creator form without a name and with a short slug has both errors', () => {
  expect(errorsOf(editBasicBody, { name: '', url_slug: 'abc' }, t)).toEqual({
    name: 'error.required',
    url_slug: 'error.slug',
  });
});

test('the price of a SKU is refused at its own place', () => {
  const sku = [{ name: 'A4', price: '12.345' }];
  expect(errorsOf(editPlan, { name: 'Print', product_type: 1, sku }, t)).toEqual({
    'sku.0.price': 'error.money',
  });
});

test('a request in order has no errors', () => {
  expect(errorsOf(editPlan, { name: 'Coffee', product_type: 0, price: '5.00' }, t)).toBeUndefined();
});

test('a text too long names its most', () => {
  expect(sentenceFor({ code: 'too_big', path: ['name'], maximum: 60, message: '' })).toEqual({
    key: 'error.atMost',
    values: { max: 60 },
  });
});

test('the server names fields with its own sentences', () => {
  const refusal = new ApiRefusal(40000, '', [{ field: 'url_slug', message: '已被使用' }], {});
  expect(refusedFields(refusal)).toEqual({ url_slug: '已被使用' });
  expect(refusedFields(new Error('away'))).toBeUndefined();
});
