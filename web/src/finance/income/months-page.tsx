import { Badge } from '@mantine/core';
import { IconCalendarDollar } from '@tabler/icons-react';
import { listSettlementMonths, type SettlementMonth } from '#services/contract/income/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Column } from '../../components/table/columns.ts';
import { TablePage } from '../../components/table/table-page.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { useAsOf } from '../frame/as-of.ts';
import { SUMS, signedSum } from './creator-table.tsx';

const COLOURS = {
  running: 'gray',
  open: 'orange',
  settled: 'blue',
  available: 'green',
} as const satisfies Record<SettlementMonth['status'], string>;

function MonthStatus({ status }: { status: SettlementMonth['status'] }) {
  const { t } = useLocale('income-settlements');
  return <Badge color={COLOURS[status]}>{t(`status.${status}`)}</Badge>;
}

/** The result beside what it comes of: the table is wide. */
const FIGURES = ['gross', 'net', ...SUMS.filter((figure) => figure !== 'gross' && figure !== 'net')] as const;

/** /finance/settlements: every month with its totals over all creators. */
export function MonthsPage() {
  const { t, formats } = useLocale('income-settlements');
  const as_of = useAsOf();
  const columns: Column<SettlementMonth>[] = [
    {
      id: 'month',
      head: t('month'),
      value: ({ month }) => month,
      cell: ({ month }) => (
        <AnchorLink to="/finance/settlements/$month" params={{ month }} size="sm" fw={650} className="amount">
          {formats.month(month)}
        </AnchorLink>
      ),
    },
    {
      id: 'state',
      head: t('state'),
      kind: 'status',
      value: ({ status }) => t(`status.${status}`),
      cell: ({ status }) => <MonthStatus status={status} />,
    },
    {
      id: 'creators',
      head: t('creators'),
      kind: 'count',
      value: ({ settled_count }) => settled_count,
      cell: ({ settled_count, open_count }) =>
        open_count === 0
          ? formats.number(settled_count)
          : t('ofCreators', {
              settled: formats.number(settled_count),
              all: formats.number(settled_count + open_count),
            }),
    },
    {
      id: 'orders',
      head: t('figure.orders'),
      kind: 'count',
      value: ({ settled_count, orders }) => (settled_count === 0 ? null : orders),
      optional: true,
    },
    ...FIGURES.map(
      (figure): Column<SettlementMonth> => ({
        id: figure,
        head: t(`figure.${figure}`),
        kind: 'money',
        value: (one) => (one.settled_count === 0 ? null : signedSum(one, figure)),
      }),
    ),
  ];
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <TablePage
        label={t('months')}
        columns={columns}
        rowKey={({ month }) => month}
        queryOf={() => queryOf(listSettlementMonths, { as_of })}
        nothing={{ icon: <IconCalendarDollar aria-hidden />, title: t('empty'), text: t('emptyText') }}
        file="settlements"
      />
    </>
  );
}
