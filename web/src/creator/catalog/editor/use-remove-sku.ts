import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../components/confirm.tsx';
import type { PlanForm } from './use-plan-form.ts';

/** Removes a model from the form; for a saved one it asks first (commerce specification 5). */
export function useRemoveSku(form: PlanForm) {
  const { t } = useTranslation('catalog-editor');
  const { confirm, dialog } = useConfirm();
  const remove = (index: number) => {
    const sku = form.values.sku[index];
    const take = () => form.removeListItem('sku', index);
    if (sku?.sku_id === undefined) return take();
    confirm({ text: t('sku.removeAsk', { name: sku.name }), yes: t('sku.removeYes'), onYes: take });
  };
  return { remove, dialog };
}
