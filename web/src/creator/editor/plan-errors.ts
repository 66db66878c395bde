import type { TFunction } from 'i18next';
// After form-errors, so that the schemas are made without eval.
import { editPlan } from '#services/api/contract/edit-plan.ts';
import { errorsOf, type FormErrors } from '../validation/form-errors.ts';
import { type PlanValues, planRequestOf } from './plan-form.ts';

/** Smallest prices: a sponsorship plan 5.00, a SKU 1.00 (commerce specification 5). */
export const SMALLEST_SPONSORSHIP = '5.00';
const SMALLEST_SKU = '1.00';

const below = (price: string | number | undefined, smallest: string): boolean =>
  price !== undefined && price !== '' && Number(price) < Number(smallest);

/** What is wrong with the form, by field; empty when it can be sent. */
export function planErrors(values: PlanValues, t: TFunction<'studio'>): FormErrors {
  const request = planRequestOf(values);
  const errors = errorsOf(editPlan, request, t) ?? {};
  const add = (field: string, sentence: string): void => {
    errors[field] ??= sentence;
  };
  if (values.product_type === 0) {
    if (below(request.price, SMALLEST_SPONSORSHIP)) {
      add('price', t('error.minPrice', { min: SMALLEST_SPONSORSHIP }));
    }
    if (values.pay_month !== '1' && values.favorable_price !== '') {
      const plain = Number(values.price) * Number(values.pay_month);
      if (Number(values.favorable_price) > plain) {
        add('favorable_price', t('error.favorable', { max: plain.toFixed(2) }));
      }
      if (below(values.favorable_price, SMALLEST_SPONSORSHIP)) {
        add('favorable_price', t('error.minPrice', { min: SMALLEST_SPONSORSHIP }));
      }
    }
  } else {
    if (values.sku.length === 0) add('sku', t('error.noSku'));
    values.sku.forEach(({ price }, index) => {
      if (below(price, SMALLEST_SKU)) add(`sku.${index}.price`, t('error.minPrice', { min: SMALLEST_SKU }));
    });
  }
  return errors;
}
