import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE, REFUND_STATE } from '#events/status.ts';

interface Props {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

/** Two of them fit side by side on a phone. */
const HALF = 'calc(50% - 6px)';

const numberOf = (value: string | null): number | undefined => (value === null ? undefined : Number(value));

/** Narrows orders to a product type, or to all. */
export function ProductTypeSelect({ value, onChange }: Props) {
  const { t } = useTranslation('orders-after-payment');
  return (
    <Select
      w={{ base: HALF, xs: 152 }}
      aria-label={t('filter.type')}
      placeholder={t('filter.anyType')}
      clearable
      clearButtonProps={{ 'aria-label': t('filter.anyType') }}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(numberOf(chosen))}
      data={Object.values(PRODUCT_TYPE).map((type) => ({
        value: String(type),
        label: t(`filter.product.${type}`),
      }))}
    />
  );
}

/** Filters orders by refund: none, partial or full. */
export function RefundStateSelect({ value, onChange }: Props) {
  const { t } = useTranslation('orders-after-payment');
  return (
    <Select
      w={{ base: HALF, xs: 176 }}
      aria-label={t('filter.refund')}
      placeholder={t('filter.anyRefund')}
      clearable
      clearButtonProps={{ 'aria-label': t('filter.anyRefund') }}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(numberOf(chosen))}
      data={Object.values(REFUND_STATE).map((state) => ({
        value: String(state),
        label: t(`filter.refundState.${state}`),
      }))}
    />
  );
}
