import { useTranslation } from 'react-i18next';
import { editShippingTemplate, type ShippingTemplate } from '#services/contract/delivery/shipping.ts';
import { useCall } from '../../api/queries.ts';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { requestOf, valuesOf } from './template-form.ts';

const FEE = /^\d{1,5}(\.\d{1,2})?$/;
const MAX_FEE = 10_000;

const isFee = (typed: string): boolean =>
  typed.trim() === '' || (FEE.test(typed.trim()) && Number(typed) <= MAX_FEE);

/** The template's form, checked before anything is sent. */
export function useTemplateForm(template: ShippingTemplate | undefined, onDone: () => void) {
  const { t } = useTranslation('delivery-shipping');
  const fee = (typed: string) => (isFee(typed) ? null : t('form.error.fee'));
  return useServerForm({
    initialValues: valuesOf(template),
    validate: {
      name: (name) => (name.trim() === '' ? t('form.error.name') : null),
      rules: {
        provinces: (codes) => (codes.length === 0 ? t('form.error.provinces') : null),
        first_fee: fee,
        next_fee: fee,
      },
    },
    send: useCall(editShippingTemplate, { quiet: true }),
    requestOf: (values) => requestOf(values, template?.template_id),
    saved: t('form.saved'),
    onDone,
  });
}

export type TemplateForm = ReturnType<typeof useTemplateForm>;
