import { SimpleGrid, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getDashboard } from '#services/contract/stats/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { SearchState } from '../../shell/search.ts';
import { useCreator } from '../frame/creator-guard.ts';
import { GoalsPart } from '../goals/goals-part.tsx';
import { BalanceCards } from '../income/balance-cards.tsx';
import { useObstaclesKnown, WithdrawalObstacles } from '../withdrawals/withdrawal-obstacles.tsx';
import { BestPlans } from './best-plans.tsx';
import { Cards, CardsSkeleton } from './cards.tsx';
import { ExplainDrawer } from './explain/explain-drawer.tsx';
import { FirstSteps } from './first-steps.tsx';
import { IncomeSection } from './income-section.tsx';
import { NewSponsors } from './new-sponsors.tsx';
import { NewestOrders, newestQuery } from './newest-orders.tsx';
import { DEFAULT_PERIOD, daysOf } from './period.ts';
import { type ExplainRequest, type StatsSearch, withExplain, withoutExplain } from './stats-search.ts';

/** /dashboard/stats: the live figures and their explanations. All settings are in the address. */
export function StatsPage({ search, onSearch }: SearchState<StatsSearch>) {
  const { t } = useTranslation('stats');
  const slug = useCreator()?.url_slug ?? '';
  const dashboard = useQuery(queryOf(getDashboard, {}));
  // Of the largest part below: it loads beside the figures.
  usePrefetchQuery(newestQuery);
  const explain = (request: ExplainRequest) => onSearch(withExplain(search, request));
  const period = search.period ?? DEFAULT_PERIOD;
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ButtonLink
          to="/a/$slug"
          params={{ slug }}
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('openPage')}
        </ButtonLink>
      </PageHead>
      <Stack gap="lg">
        <FirstSteps />
        {!dashboard.isPending && <WithdrawalObstacles />}
        <Loaded query={dashboard} ready={useObstaclesKnown()} skeleton={<FiguresSkeleton />}>
          {(figures) => {
            const today = figures.today.to;
            const days = daysOf(period, today, search);
            return (
              <Stack gap="lg">
                <Cards dashboard={figures} onExplain={explain} />
                <BalanceCards balance={figures} />
                <GoalsPart search={search} onSearch={onSearch} />
                <IncomeSection
                  period={period}
                  days={days}
                  today={today}
                  search={search}
                  onChange={(change) => onSearch({ ...search, ...change })}
                  onExplain={explain}
                />
                <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
                  <NewestOrders />
                  <Stack gap="lg">
                    <BestPlans
                      days={days}
                      onExplain={explain}
                      onChoose={(plan_id) => onSearch({ ...search, plan_id })}
                    />
                    <NewSponsors days={days} onExplain={explain} />
                  </Stack>
                </SimpleGrid>
              </Stack>
            );
          }}
        </Loaded>
      </Stack>
      <ExplainDrawer
        search={search}
        onPage={(explain_page) => onSearch({ ...search, explain_page })}
        onClose={() => onSearch(withoutExplain(search))}
      />
    </>
  );
}

/** The figures' shape while they load. */
const FiguresSkeleton = () => (
  <Stack gap="lg">
    <CardsSkeleton />
    <BalanceCards balance={undefined} />
  </Stack>
);
