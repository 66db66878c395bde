import { SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getPlatformFigures } from '#services/contract/staff/users.ts';
import { queryOf } from '../api/queries.ts';
import { untilLoaded } from '../app/load-part.ts';
import { Fact } from '../components/fact.tsx';
import { Loaded } from '../components/loaded.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Section } from '../components/section.tsx';
import { useLocale } from '../language/use-locale.ts';
import type { SearchState } from '../shell/search.ts';

// Charts are large.
const DaysChart = lazy(() => untilLoaded(() => import('./days-chart.tsx')));

export interface FiguresSearch {
  span?: number | undefined;
}

const SPANS = [7, 30, 90, 365] as const;

/** /admin/figures: the platform by business day. */
export function FiguresPage({ search, onSearch }: SearchState<FiguresSearch>) {
  const { t, formats } = useLocale('staff');
  const { span: days = 30 } = search;
  const query = useQuery(queryOf(getPlatformFigures, { days }));
  return (
    <>
      <PageHead title={t('figures.title')} text={t('figures.text')} />
      <Stack gap="lg">
        <SegmentedControl
          aria-label={t('figures.span')}
          style={{ alignSelf: 'flex-start' }}
          value={String(days)}
          onChange={(value) => onSearch({ span: Number(value) })}
          data={SPANS.map((count) => ({ value: String(count), label: t('figures.days', { count }) }))}
        />
        <Loaded query={query} height={480}>
          {({ list, users, creators }) => {
            const sum = (name: 'gross' | 'refunds') =>
              formats.money(list.reduce((all, one) => all + Number(one[name]), 0).toFixed(2));
            const count = (name: 'orders' | 'new_users' | 'new_creators') =>
              list.reduce((all, one) => all + one[name], 0).toLocaleString('en-US');
            return (
              <Stack gap="lg">
                <Section title={t('figures.sums')}>
                  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing={8}>
                    <Fact label={t('figures.gross')}>{sum('gross')}</Fact>
                    <Fact label={t('figures.refunds')}>{sum('refunds')}</Fact>
                    <Fact label={t('figures.orders')}>{count('orders')}</Fact>
                    <Fact label={t('figures.newUsers')}>{count('new_users')}</Fact>
                    <Fact label={t('figures.newCreators')}>{count('new_creators')}</Fact>
                    <Fact label={t('figures.users')}>{users.toLocaleString('en-US')}</Fact>
                    <Fact label={t('figures.creators')}>{creators.toLocaleString('en-US')}</Fact>
                  </SimpleGrid>
                </Section>
                <Section title={t('figures.money')}>
                  <Suspense fallback={<Skeleton height={260} />}>
                    <DaysChart list={list} show="money" />
                  </Suspense>
                </Section>
                <Section title={t('figures.people')}>
                  <Suspense fallback={<Skeleton height={260} />}>
                    <DaysChart list={list} show="people" />
                  </Suspense>
                </Section>
              </Stack>
            );
          }}
        </Loaded>
      </Stack>
    </>
  );
}
