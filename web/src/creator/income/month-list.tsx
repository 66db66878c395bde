import { Badge, Stack, Text } from '@mantine/core';
import type { IncomeMonth } from '#services/contract/income/income.ts';
import { saveFile } from '../../components/save-file.ts';
import { type Column, csvOf } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { useLocale } from '../../language/use-locale.ts';

const COLORS = { open: 'gray', settled: 'blue', available: 'green' } as const;

/** How far a month is, and since or from when it can be withdrawn. */
function MonthStatus({ month: { status, available_at } }: { month: IncomeMonth }) {
  const { t, formats } = useLocale('income');
  return (
    <Stack gap={2} align="flex-start" maw={{ sm: 120 }}>
      <Badge color={COLORS[status]}>{t(status === 'open' ? 'status.open' : 'status.settled')}</Badge>
      <Text className="footnote" style={{ wordBreak: 'keep-all' }}>
        {t(status === 'available' ? 'since' : 'from', { time: formats.shortTime(available_at) })}
      </Text>
    </Stack>
  );
}

interface Props {
  months: readonly IncomeMonth[];
  /** Opens the contents of a month. */
  onOpen: (month: string) => void;
}

const AMOUNTS = ['gross', 'refunds', 'payment_fee', 'service_fee', 'affiliate', 'commissions'] as const;

/** The months, newest first; each opens its orders and refunds. */
export function MonthList({ months, onOpen }: Props) {
  const { t, formats } = useLocale('income');
  const money = (figure: (typeof AMOUNTS)[number] | 'net'): Column<IncomeMonth> => ({
    id: figure,
    head: t(`figure.${figure}`),
    kind: 'money',
    value: (month) => month[figure],
  });
  const columns: Column<IncomeMonth>[] = [
    {
      id: 'month',
      head: t('month'),
      value: ({ month }) => month,
      cell: ({ month }) => <span style={{ whiteSpace: 'nowrap' }}>{formats.month(month)}</span>,
    },
    money('net'),
    {
      id: 'state',
      head: t('state'),
      kind: 'status',
      order: ({ available_at }) => available_at,
      value: ({ status, available_at }) =>
        `${t(status === 'open' ? 'status.open' : 'status.settled')} ${t(status === 'available' ? 'since' : 'from', { time: formats.fileTime(available_at) })}`,
      cell: (month) => <MonthStatus month={month} />,
    },
    { id: 'orders', head: t('orders'), kind: 'count', value: ({ orders }) => orders },
    ...AMOUNTS.map(money),
  ];
  return (
    <DataTable
      label={t('months')}
      columns={columns}
      rows={months}
      rowKey={({ month }) => month}
      onOpen={({ month }) => onOpen(month)}
      openLabel={({ month }) => t('open', { month: formats.month(month) })}
      onExport={async (shown) => saveFile(csvOf(shown, months, formats), 'income.csv')}
    />
  );
}
