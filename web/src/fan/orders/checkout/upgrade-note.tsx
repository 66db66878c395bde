import { Alert } from '@mantine/core';
import { IconArrowBigUpLines } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Price } from '#services/api/orders/contract/orders.ts';
import { useFormats } from '../../../language/use-formats.ts';

/** The replaced plan, its end, and the amount of the difference. */
export function UpgradeNote({ price }: { price: Price }) {
  const { t } = useTranslation('checkout');
  const formats = useFormats();
  const { upgrade_from, upgrade_until, month } = price;
  if (upgrade_from === null || upgrade_until === null) return null;
  return (
    <Alert icon={<IconArrowBigUpLines aria-hidden />} title={t('upgrade.title')}>
      {t('upgrade.text', { name: upgrade_from.name, until: formats.date(upgrade_until), count: month })}
    </Alert>
  );
}
