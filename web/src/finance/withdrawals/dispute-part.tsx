import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FinanceWithdrawal } from '#services/api/contract/finance-withdrawals.ts';
import { useFormats } from '../../language/use-formats.ts';

/** What the provider said otherwise than before: nothing more of it is paid by itself. */
export function DisputePart({ disputes }: Pick<FinanceWithdrawal, 'disputes'>) {
  const { t } = useTranslation('payouts');
  const formats = useFormats();
  if (disputes.length === 0) return null;
  return (
    <Alert color="red" radius="lg" icon={<IconAlertTriangle aria-hidden />} title={t('dispute.title')}>
      {disputes.map(({ payout_id, said, detail, time }) => (
        <Text key={payout_id} size="sm" className="figures" style={{ overflowWrap: 'anywhere' }}>
          {t(`dispute.${said}`, { time: formats.dateTime(time), detail })}
        </Text>
      ))}
      <Text size="sm">{t('dispute.text')}</Text>
    </Alert>
  );
}
