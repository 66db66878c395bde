import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { SponsorMonths } from '#services/contract/stats/sales.ts';
import { untilLoaded } from '../../../app/load-part.ts';
import { AsOf, Stat } from '../../../components/stat.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { daysOfMonth } from '../period.ts';
import type { ExplainRequest } from '../stats-search.ts';
import { ExplainCell } from './explain-cell.tsx';

const MonthsChart = lazy(() => untilLoaded(() => import('./months-chart.tsx')));

interface Props {
  answer: SponsorMonths;
  onExplain: (request: ExplainRequest) => void;
}

type Month = SponsorMonths['list'][number];
const COUNTS = ['sponsors', 'new', 'kept', 'returned', 'lost'] as const;
const CARDS = ['sponsors', 'new', 'lost'] as const;

/** New, kept, returned and lost sponsors and the recurring amount: this month's, a chart, and a table. */
export function SponsorMonthsPart({ answer, onExplain }: Props) {
  const { t, formats } = useLocale(['stats-analytics', 'stats']);
  const { to, as_of } = answer;
  const first = answer.list.findIndex(({ sponsors, lost }) => sponsors + lost > 0);
  // Months before the first sponsor are left out.
  const list = answer.list.slice(first === -1 ? -1 : first);
  const now = list.at(-1);
  const before = list.length > 1 ? answer.before : undefined;
  const explain = ({ month }: Month, figure: ExplainRequest['figure']) =>
    onExplain({ figure, ...daysOfMonth(month, to) });
  const columns: Column<Month>[] = [
    { id: 'month', head: t('months.month'), kind: 'name', value: ({ month }) => formats.month(month) },
    ...COUNTS.map(
      (name): Column<Month> => ({
        id: name,
        head: t(`months.${name}`),
        kind: 'count',
        value: (month) => month[name],
        cell: (month) => (
          <ExplainCell
            label={`${formats.month(month.month)}, ${t(`months.${name}`)}`}
            value={formats.number(month[name])}
            onExplain={month[name] === 0 ? undefined : () => explain(month, `month_${name}`)}
          />
        ),
      }),
    ),
    {
      id: 'recurring',
      head: t('months.recurring'),
      kind: 'money',
      value: ({ recurring }) => recurring,
      cell: (month) => (
        <ExplainCell
          label={`${formats.month(month.month)}, ${t('months.recurring')}`}
          value={formats.money(month.recurring)}
          onExplain={month.memberships === 0 ? undefined : () => explain(month, 'recurring')}
        />
      ),
    },
  ];
  if (!now) return null;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Stat
          size="small"
          kind="money"
          label={t('months.recurring')}
          definition={t('stats:define.recurring')}
          value={now.recurring}
          {...(before && { before: before.recurring, beforeLabel: t('months.before') })}
          onExplain={() => explain(now, 'recurring')}
        />
        {CARDS.map((name) => (
          <Stat
            key={name}
            size="small"
            kind="count"
            label={t(name === 'lost' ? 'months.notYet' : `months.${name}`)}
            definition={t(`stats:define.month_${name}`)}
            value={now[name]}
            {...(before && { before: before[name], beforeLabel: t('months.before') })}
            better={name === 'lost' ? 'less' : 'more'}
            onExplain={() => explain(now, `month_${name}`)}
          />
        ))}
      </SimpleGrid>
      <AsOf asOf={as_of} />
      <Suspense fallback={<Skeleton height={300} />}>
        <MonthsChart months={list} onExplain={(month) => explain(month, 'month_sponsors')} />
      </Suspense>
      <DataTable
        plain
        label={t('months.title')}
        columns={columns}
        rows={list.toReversed()}
        rowKey={({ month }) => month}
      />
    </Stack>
  );
}
