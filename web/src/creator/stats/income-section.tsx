import { Group, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatDay } from '#services/contract/stats/calls.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/section.tsx';
import { Stat } from '../../components/stat.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { OwnPlanSelect } from '../own-plan-select.tsx';
import { Legend } from './chart-signs.tsx';
import { IncomeTable } from './income-table.tsx';
import { type Days, daysBefore, lengthOf, type Period } from './period.ts';
import { PeriodPicker } from './period-picker.tsx';
import classes from './stats.module.css';
import { statsQuery } from './stats-query.ts';
import type { ExplainRequest, StatsSearch } from './stats-search.ts';
import { barsOf, isByWeek, totalOf } from './totals.ts';

const IncomeChart = lazy(() => untilLoaded(() => import('./income-chart.tsx')));
const ChartSkeleton = () => <Skeleton height={320} />;

interface Props {
  period: Period;
  days: Days;
  today: string;
  search: StatsSearch;
  onChange: (change: Partial<StatsSearch>) => void;
  onExplain: (request: ExplainRequest) => void;
}

/** Income of the chosen period: figures, chart or table, of one plan or all. */
export function IncomeSection({ period, days, today, search, onChange, onExplain }: Props) {
  const { t, formats } = useLocale('stats');
  const { plan_id, view } = search;
  const byWeek = isByWeek(lengthOf(days)) && view !== 'table';
  const query = useQuery(statsQuery(days, plan_id));
  const before = useQuery(statsQuery(daysBefore(days), plan_id)).data?.list;
  const explain = (request: Pick<ExplainRequest, 'figure' | 'from' | 'to'>) =>
    onExplain({ ...request, plan_id });
  return (
    <Section
      title={t(byWeek ? 'chart.titleWeek' : 'chart.title')}
      text={t('chart.days', { from: formats.day(days.from), to: formats.day(days.to) })}
      aside={<OwnPlanSelect value={plan_id} onChange={(chosen) => onChange({ plan_id: chosen })} />}
    >
      <PeriodPicker
        period={period}
        days={days}
        today={today}
        onChange={(chosen, custom) => onChange({ period: chosen, from: custom?.from, to: custom?.to })}
      />
      <Loaded
        query={query}
        skeleton={
          <Stack gap="md">
            <Skeleton height={96} />
            <ChartSkeleton />
          </Stack>
        }
      >
        {({ list }) => (
          <Stack gap="md">
            <PeriodStats days={list} before={before} onExplain={(figure) => explain({ figure, ...days })} />
            <Group justify="space-between">
              {view === 'table' ? <div /> : <Legend />}
              <SegmentedControl
                size="xs"
                aria-label={t('chart.view')}
                value={view ?? 'chart'}
                onChange={(value) => onChange({ view: value === 'table' ? 'table' : undefined })}
                data={[
                  { value: 'chart', label: <Look icon={IconChartBar} label={t('chart.chart')} /> },
                  { value: 'table', label: <Look icon={IconTable} label={t('chart.table')} /> },
                ]}
              />
            </Group>
            {view === 'table' ? (
              <IncomeTable days={list} onExplain={explain} />
            ) : (
              <Suspense fallback={<ChartSkeleton />}>
                <IncomeChart
                  bars={barsOf(list, before ?? [])}
                  onExplain={({ from, to }) => explain({ figure: 'gross', from, to })}
                />
              </Suspense>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

const Look = ({ icon: Icon, label }: { icon: typeof IconTable; label: string }) => (
  <Group gap={6} wrap="nowrap" justify="center">
    <Icon size={16} aria-hidden />
    {label}
  </Group>
);

const PERIOD_STATS = ['gross', 'net', 'refunds', 'orders', 'new_sponsors'] as const;
const isMoney = (figure: (typeof PERIOD_STATS)[number]): boolean =>
  figure !== 'orders' && figure !== 'new_sponsors';

interface PeriodStatsProps {
  days: readonly StatDay[];
  /** The period before; its figures are left out while it loads. */
  before: readonly StatDay[] | undefined;
  onExplain: (figure: ExplainRequest['figure']) => void;
}

/** The chosen period's figures with those of the period before. */
function PeriodStats({ days, before, onExplain }: PeriodStatsProps) {
  const { t } = useTranslation('stats');
  return (
    <div className={classes.figures}>
      {PERIOD_STATS.map((figure) => (
        <Stat
          key={figure}
          size="small"
          label={t(`figure.${figure}`)}
          definition={t(`define.${figure}`)}
          better={figure === 'refunds' ? 'less' : 'more'}
          kind={isMoney(figure) ? 'money' : 'count'}
          value={totalOf(figure, days)}
          {...(before === undefined ? {} : { before: totalOf(figure, before) })}
          onExplain={() => onExplain(figure)}
        />
      ))}
    </div>
  );
}
