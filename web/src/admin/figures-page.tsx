import { SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getPlatformFigures } from '#services/contract/staff/users.ts';
import { queryOf } from '../api/queries.ts';
import { untilLoaded } from '../app/load-part.ts';
import { Fact } from '../components/fact.tsx';
import { Loaded } from '../components/loaded.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Section } from '../components/section.tsx';
import { AsOf, Stat } from '../components/stat.tsx';
import { useLocale } from '../language/use-locale.ts';
import type { SearchState } from '../shell/search.ts';
import { DaysTable } from './days-table.tsx';

// Charts are large.
const DaysChart = lazy(() => untilLoaded(() => import('./days-chart.tsx')));

export interface FiguresSearch {
  span?: number | undefined;
}

const FIGURES = [
  { name: 'gross', label: 'figures.gross', kind: 'money', better: 'more', to: '/admin/orders' },
  { name: 'refunds', label: 'figures.refunds', kind: 'money', better: 'less', to: '/admin/orders' },
  { name: 'orders', label: 'figures.orders', kind: 'count', better: 'more', to: '/admin/orders' },
  { name: 'new_users', label: 'figures.newUsers', kind: 'count', better: 'more', to: '/admin/user-list' },
  {
    name: 'new_creators',
    label: 'figures.newCreators',
    kind: 'count',
    better: 'more',
    to: '/admin/creator-list',
  },
] as const;
const SPANS = [7, 30, 90, 365] as const;

/** /admin/figures: the platform by business day. */
export function FiguresPage({ search, onSearch }: SearchState<FiguresSearch>) {
  const { t, formats } = useLocale('staff');
  const { span: days = 30 } = search;
  const navigate = useNavigate();
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
          {({ list, sums, before, users, creators, as_of }) => (
            <Stack gap="lg">
              <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
                {FIGURES.map(({ name, label, kind, better, to }) => (
                  <Stat
                    key={name}
                    size="small"
                    label={t(label)}
                    definition={t(`figures.define.${name}`)}
                    kind={kind}
                    value={sums[name]}
                    before={before[name]}
                    beforeLabel={t('figures.before', { count: days })}
                    better={better}
                    running
                    explained={t('figures.explain', {
                      label: t(label),
                      value:
                        kind === 'money'
                          ? formats.money(String(sums[name]))
                          : formats.number(Number(sums[name])),
                    })}
                    onExplain={() =>
                      void navigate({ to, search: { from: list[0]?.date, to: list.at(-1)?.date } })
                    }
                  />
                ))}
              </SimpleGrid>
              <Section title={t('figures.all')}>
                <Fact label={t('figures.users')}>{formats.number(users)}</Fact>
                <Fact label={t('figures.creators')}>{formats.number(creators)}</Fact>
                <AsOf asOf={as_of} />
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
              <Section title={t('figures.table')}>
                <DaysTable list={list} />
              </Section>
            </Stack>
          )}
        </Loaded>
      </Stack>
    </>
  );
}
