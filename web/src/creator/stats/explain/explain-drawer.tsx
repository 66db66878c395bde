import { Accordion, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listOrderFilters } from '#services/contract/orders/order-filters.ts';
import { explainStats } from '#services/contract/stats/calls.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Pages } from '../../../components/pages.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { clock } from '../period.ts';
import type { ExplainRequest, StatsSearch } from '../stats-search.ts';
import { ExplainedOrder } from './explained-order.tsx';
import { SumCheck } from './sum-check.tsx';

interface StatQuery {
  request: ExplainRequest;
  page: number;
}

interface Props {
  /** The figure in the address; without one the drawer is closed. */
  search: StatsSearch;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** The orders of a figure, each with its events. The address can be shared and reloaded. */
export function ExplainDrawer({ search, onPage, onClose }: Props) {
  const { t } = useLocale(['stats-explain', 'stats']);
  const statQuery = statQueryOf(search);
  return (
    <SideDrawer
      title={statQuery && t('title', { figure: t(`stats:figure.${statQuery.request.figure}`) })}
      width={560}
      onClose={onClose}
    >
      {statQuery !== undefined && <Explained statQuery={statQuery} onPage={onPage} />}
    </SideDrawer>
  );
}

function statQueryOf(search: StatsSearch): StatQuery | undefined {
  const { figure, explain_from: from, explain_to: to, explain_plan: plan_id, explain_page } = search;
  if (figure === undefined || from === undefined || to === undefined || from > to) return undefined;
  const {
    explain_sku: sku_id,
    explain_weekday: weekday,
    explain_hour: hour,
    explain_cohort: cohort,
  } = search;
  const request = { figure, from, to, plan_id, sku_id, weekday, hour, cohort };
  return { request, page: explain_page ?? 1 };
}

function Explained({ statQuery, onPage }: { statQuery: StatQuery; onPage: (page: number) => void }) {
  const { t, formats } = useLocale(['stats-explain', 'stats', 'stats-analytics']);
  const { request, page } = statQuery;
  const { figure, plan_id, from, to, ...part } = request;
  const { weekday, hour } = part;
  const query = useQuery(
    queryOf(explainStats, {
      ...(from === to ? { date: from } : { from, to }),
      figure,
      plan_id,
      page,
      ...part,
    }),
  );
  const plan = useQuery(queryOf(listOrderFilters, {}, { enabled: plan_id !== undefined })).data?.plans.find(
    (one) => one.plan_id === plan_id,
  );
  return (
    <Stack gap="md">
      <div>
        <Text className="hint figures">
          {from === to
            ? formats.day(from)
            : t('stats:chart.days', { from: formats.day(from), to: formats.day(to) })}
          {weekday !== undefined &&
            hour !== undefined &&
            ` · ${t('stats-analytics:hours.within', {
              weekday: t(`stats-analytics:hours.day.${weekday as 1}`),
              from: clock(hour),
              to: clock(hour + 1),
            })}`}
          {plan !== undefined && ` · ${plan.name}`}
        </Text>
        <Text className="hint">{t(`stats:define.${figure}`)}</Text>
      </div>
      <Loaded
        query={query}
        skeleton={
          <Stack gap="sm">
            <Skeleton height={112} radius="lg" />
            <Skeleton height={56} />
            <Skeleton height={56} />
            <Skeleton height={56} />
          </Stack>
        }
      >
        {(explain) => (
          <>
            <SumCheck explain={explain} request={request} />
            {explain.list.length === 0 ? (
              <Text c="dimmed" ta="center" py="xl">
                {t('empty')}
              </Text>
            ) : (
              <Accordion
                variant="separated"
                radius="lg"
                multiple
                {...(explain.list.length === 1 && { defaultValue: ['0'] })}
              >
                {explain.list.map((one, index) => (
                  <ExplainedOrder
                    key={`${one.order.out_trade_no} ${index}`}
                    value={String(index)}
                    figure={figure}
                    explained={one}
                  />
                ))}
              </Accordion>
            )}
            <Pages total={explain.total_count} page={page} onPage={onPage} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
