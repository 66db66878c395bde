import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PreparedPrice } from '#services/api/orders/contract/orders.ts';
import { useFormats } from '../../../language/use-formats.ts';

interface Props {
  renewal: NonNullable<PreparedPrice['renewal']>;
  checked: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}

/** The fan agrees to renewals: amount, period, the first charge, and how to end them. */
export function RenewalChoice({ renewal: { amount, months, first_charge_time }, ...props }: Props) {
  const { t } = useTranslation('checkout');
  const formats = useFormats();
  const { checked, error, onChange } = props;
  return (
    <Checkbox
      label={t('renewal.label', { amount: formats.money(amount), count: months })}
      description={t('renewal.text', { time: formats.dateTime(first_charge_time) })}
      checked={checked}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
