import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { StatementReport } from '#services/api/books/contract/statements.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { OutsideNote } from './outside-note.tsx';
import { RejectedTable } from './rejected-table.tsx';

/** The result of a file: the number of new, known and bad lines, and whether it was read before. */
export function UploadReport({ report }: { report: StatementReport }) {
  const { t, formats } = useLocale('reconciliation');
  const { repeated, fresh, known, outside, rejected, rejected_count, provider, from, to, amount, fee } =
    report;
  const good = rejected_count === 0;
  const Icon = repeated ? IconInfoCircle : good ? IconCircleCheck : IconAlertTriangle;
  return (
    <Stack gap="md" role="status">
      <Alert
        color={repeated ? 'blue' : good ? 'green' : 'orange'}
        icon={<Icon aria-hidden />}
        title={t(repeated ? 'report.repeated' : good ? 'report.good' : 'report.bad', {
          count: rejected_count,
        })}
      >
        <Text size="sm">
          {t(`provider.${provider as 'sandbox'}`)} · {formats.dateTime(from)} – {formats.dateTime(to)}
        </Text>
        <Text size="sm">{t('report.fresh', { count: fresh })}</Text>
        {known > 0 && <Text size="sm">{t('report.known', { count: known })}</Text>}
        <Text size="sm" className="figures">
          {t('report.sums', { amount: formats.money(amount), fee: formats.money(fee) })}
        </Text>
      </Alert>
      {outside !== null && outside > 0 && <OutsideNote count={outside} />}
      {rejected.length > 0 && <RejectedTable rejected={rejected} count={rejected_count} />}
    </Stack>
  );
}
