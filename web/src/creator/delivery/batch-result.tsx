import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BatchReport } from '#services/contract/delivery/express.ts';
import { saveFile } from '../../components/save-file.ts';
import { reportOf } from './sheet.ts';

/** Lines with problems that are shown; the report has all of them. */
const MAX_SHOWN = 50;
const GOOD: ReadonlySet<string> = new Set(['shipped', 'unchanged']);

/** The result of a file: the number of shipped orders, and the errors by line. */
export function BatchResult({ report }: { report: BatchReport }) {
  const { t } = useTranslation('delivery-shipping');
  const { shipped, unchanged, failed, list } = report;
  const problems = list.filter(({ result }) => !GOOD.has(result));
  const Icon = failed === 0 ? IconCircleCheck : IconAlertTriangle;
  return (
    <Stack gap="md" role="status">
      <Alert
        color={failed === 0 ? 'green' : 'orange'}
        icon={<Icon aria-hidden />}
        title={failed === 0 ? t('batch.allGood') : t('batch.failed', { count: failed })}
      >
        <Text size="sm">{t('batch.shipped', { count: shipped })}</Text>
        {unchanged > 0 && <Text size="sm">{t('batch.unchanged', { count: unchanged })}</Text>}
      </Alert>
      {problems.length > 0 && (
        <Table verticalSpacing="xs" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={56}>{t('batch.line')}</Table.Th>
              <Table.Th>{t('batch.order')}</Table.Th>
              <Table.Th>{t('batch.problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.slice(0, MAX_SHOWN).map(({ line, out_trade_no, result }) => (
              <Table.Tr key={line}>
                <Table.Td className="figures">{line}</Table.Td>
                <Table.Td className="figures" style={{ overflowWrap: 'anywhere' }}>
                  {out_trade_no}
                </Table.Td>
                <Table.Td>{t(`batch.result.${result}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {problems.length > MAX_SHOWN && (
        <Text className="hint">{t('batch.more', { count: problems.length - MAX_SHOWN })}</Text>
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveFile(reportOf(report, t), 'shipped.csv')}
        >
          {t('batch.report')}
        </Button>
      </Group>
    </Stack>
  );
}
