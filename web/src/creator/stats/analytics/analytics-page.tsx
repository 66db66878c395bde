import { Button, Group, SegmentedControl, Stack, Tabs } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSales, getStatsFile, listSponsorMonths } from '#services/contract/stats/sales.ts';
import { download } from '../../../api/client.ts';
import { queryOf } from '../../../api/queries.ts';
import { useTeam } from '../../../app/session.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { saveBlob } from '../../../components/save-file.ts';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import type { SearchState } from '../../../shell/search.ts';
import { OwnPlanSelect } from '../../own-plan-select.tsx';
import { ExplainDrawer } from '../explain/explain-drawer.tsx';
import { type Days, DEFAULT_PERIOD, daysOf } from '../period.ts';
import { PeriodPicker } from '../period-picker.tsx';
import {
  type ExplainRequest,
  LATER_PARTS,
  type StatsSearch,
  withExplain,
  withoutExplain,
} from '../stats-search.ts';
import { Cohorts } from './cohorts.tsx';
import { Hours } from './hours.tsx';
import { NewSales } from './new-sales.tsx';
import { SalesTable } from './sales-table.tsx';
import { SponsorMonthsPart } from './sponsor-months.tsx';
import { VisitsPart } from './visits-part.tsx';
import { WeeklySummary } from './weekly-summary.tsx';

const PARTS = ['sponsors', ...LATER_PARTS] as const;
const MONTHS = ['6', '12', '24'] as const;

/** /dashboard/analytics: who stays, what sells and when, each figure with its orders. */
export function AnalyticsPage({ search, onSearch }: SearchState<StatsSearch>) {
  const { t } = useLocale(['stats-analytics', 'stats', 'orders-received']);
  const months = Number(search.months ?? '12');
  const query = useQuery(queryOf(listSponsorMonths, { months }, { placeholderData: keepPreviousData }));
  const explain = (request: ExplainRequest) => onSearch(withExplain(search, request));
  const team = useTeam();
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <Loaded query={query} height={720}>
        {(answer) => (
          <Tabs
            value={search.part ?? 'sponsors'}
            keepMounted={false}
            onChange={(chosen) => onSearch({ ...search, part: LATER_PARTS.find((part) => part === chosen) })}
          >
            <Tabs.List mb="lg">
              {PARTS.map((part) => (
                <Tabs.Tab key={part} value={part}>
                  {t(`part.${part}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Stack gap="lg">
              <Tabs.Panel value="sponsors">
                <Stack gap="lg">
                  <Section
                    title={t('months.title')}
                    text={t('months.text')}
                    aside={
                      <SegmentedControl
                        size="xs"
                        aria-label={t('months.label')}
                        value={String(months)}
                        onChange={(chosen) =>
                          onSearch({ ...search, months: MONTHS.find((one) => one === chosen) })
                        }
                        data={MONTHS.map((value) => ({
                          value,
                          label: t('months.last', { count: Number(value) }),
                        }))}
                      />
                    }
                  >
                    <SponsorMonthsPart answer={answer} onExplain={explain} />
                  </Section>
                  <Section title={t('cohorts.title')} text={t('cohorts.text')}>
                    <Cohorts answer={answer} onExplain={explain} />
                  </Section>
                </Stack>
              </Tabs.Panel>
              {LATER_PARTS.map((part) => (
                <Tabs.Panel key={part} value={part}>
                  <SalesPart
                    part={part}
                    search={search}
                    months={months}
                    onSearch={onSearch}
                    today={answer.to}
                    onExplain={explain}
                  />
                </Tabs.Panel>
              ))}
              {!team && <NewSales />}
              {!team && <WeeklySummary />}
            </Stack>
          </Tabs>
        )}
      </Loaded>
      <ExplainDrawer
        search={search}
        onPage={(explain_page) => onSearch({ ...search, explain_page })}
        onClose={() => onSearch(withoutExplain(search))}
      />
    </>
  );
}

interface SalesProps extends SearchState<StatsSearch> {
  part: (typeof LATER_PARTS)[number];
  today: string;
  months: number;
  onExplain: (request: ExplainRequest) => void;
}

/** Plans and SKUs of a period, or its hours, of one plan or all; or the visits of it. */
function SalesPart({ part, search, today, months, onSearch, onExplain }: SalesProps) {
  const { t, formats } = useLocale(['stats-analytics', 'stats']);
  const period = search.period ?? DEFAULT_PERIOD;
  const days = daysOf(period, today, search);
  const { plan_id } = search;
  const isVisits = part === 'visits';
  return (
    <Section
      title={t(`${part}.title`)}
      text={t('stats:chart.days', { from: formats.day(days.from), to: formats.day(days.to) })}
      aside={!isVisits && <Download days={days} plan_id={plan_id} months={months} />}
    >
      <Group gap="xs" justify="space-between">
        <PeriodPicker
          period={period}
          days={days}
          today={today}
          onChange={(chosen, custom) =>
            onSearch({ ...search, period: chosen, from: custom?.from, to: custom?.to })
          }
        />
        {!isVisits && (
          <OwnPlanSelect value={plan_id} onChange={(chosen) => onSearch({ ...search, plan_id: chosen })} />
        )}
      </Group>
      {isVisits ? (
        <VisitsPart days={days} />
      ) : (
        <Sold part={part} days={days} plan_id={plan_id} onExplain={onExplain} />
      )}
    </Section>
  );
}

interface SoldProps extends Pick<SalesProps, 'onExplain'> {
  part: 'sales' | 'hours';
  days: Days;
  plan_id: string | undefined;
}

function Sold({ part, days, plan_id, onExplain }: SoldProps) {
  const query = useQuery(queryOf(getSales, { ...days, plan_id }, { placeholderData: keepPreviousData }));
  return (
    <Loaded query={query} height={480}>
      {({ plans, hours }) =>
        part === 'sales' ? (
          <SalesTable plans={plans} days={days} onExplain={onExplain} />
        ) : (
          <Hours hours={hours} onExplain={(request) => onExplain({ ...request, ...days, plan_id })} />
        )
      }
    </Loaded>
  );
}

/** Everything on the page as a spreadsheet, with the same filters. */
function Download({ days, plan_id, months }: { days: Days; plan_id: string | undefined; months: number }) {
  const { t } = useLocale('stats-analytics');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { bytes, name } = await download(getStatsFile, { ...days, plan_id, months });
      saveBlob(bytes, name ?? 'stats.xlsx');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
      onClick={() => void save()}
    >
      {t('download')}
    </Button>
  );
}
