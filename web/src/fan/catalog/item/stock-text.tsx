import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import { limitOfSku, limitSentence } from './limits.ts';

/** The remaining stock of a SKU, and the limit per person. */
export function StockText({ plan, sku }: { plan: Plan; sku: Sku }) {
  const { t } = useTranslation(['orders-buying', 'catalog-item']);
  const limit = limitOfSku(plan, sku);
  const stock = sku.ticket_round_is_over
    ? t('catalog-item:ticket.begun')
    : sku.stock === ''
      ? t('stock.unlimited')
      : sku.stock === 0
        ? t('stock.none')
        : t(plan.product_type === PRODUCT_TYPE.ticket ? 'stock.tickets' : 'stock.left', {
            count: sku.stock,
          });
  return (
    <Text className="hint figures">
      {stock}
      {limit !== null && ` · ${limitSentence(t, limit)}`}
    </Text>
  );
}
