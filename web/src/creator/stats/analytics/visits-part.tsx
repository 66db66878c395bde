import { Badge, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getVisits, type VisitStats } from '#services/contract/stats/visits.ts';
import { queryOf } from '../../../api/queries.ts';
import { untilLoaded } from '../../../app/load-part.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useCreator } from '../../frame/creator-guard.ts';
import { type Days, dayPlus, lengthOf } from '../period.ts';

const VisitsChart = lazy(() => untilLoaded(() => import('./visits-chart.tsx')));

type Page = VisitStats['pages'][number];

/** Every day of the period, also those without a visit. */
function allDays({ from, to }: Days, list: VisitStats['list']): VisitStats['list'] {
  const known = new Map(list.map((day) => [day.date, day]));
  return Array.from({ length: lengthOf({ from, to }) }, (_, after) => {
    const date = dayPlus(from, after);
    return known.get(date) ?? { date, visits: 0, visitors: 0 };
  });
}

/** Visits of the own pages: totals, by day, and the most visited pages. */
export function VisitsPart({ days }: { days: Days }) {
  const { t } = useLocale('stats-analytics');
  const query = useQuery(queryOf(getVisits, { ...days }, { placeholderData: keepPreviousData }));
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton height={480} />}
      isEmpty={({ list }) => list.length === 0}
      empty={
        <Text c="dimmed" ta="center" py="lg">
          {t('visits.empty')}
        </Text>
      }
    >
      {(answer) => <Visits answer={answer} days={days} />}
    </Loaded>
  );
}

function Visits({ answer, days }: { answer: VisitStats; days: Days }) {
  const { t, formats } = useLocale('stats-analytics');
  const { list, from_elsewhere, pages } = answer;
  const sum = (name: 'visits' | 'visitors') => list.reduce((all, day) => all + day[name], 0);
  const figures = [
    ['visits', sum('visits')],
    ['visitors', Math.round(sum('visitors') / lengthOf(days))],
    ['elsewhere', from_elsewhere],
  ] as const;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" component="dl" m={0}>
        {figures.map(([name, value]) => (
          <Paper key={name} withBorder p="sm">
            <Text component="dt" className="hint">
              {t(`visits.${name}`)}
            </Text>
            <Text component="dd" m={0} fz={20} fw={650} lh={1.2} className="figures">
              {formats.number(value)}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      <Suspense fallback={<Skeleton height={320} />}>
        <VisitsChart days={allDays(days, list)} />
      </Suspense>
      <Text className="hint">{t('visits.note')}</Text>
      <Title order={3} fz="md">
        {t('visits.pages')}
      </Title>
      <PagesTable pages={pages} />
    </Stack>
  );
}

function PagesTable({ pages }: { pages: readonly Page[] }) {
  const { t } = useLocale('stats-analytics');
  const slug = useCreator()?.url_slug ?? '';
  const titleOf = ({ kind, title }: Page) =>
    kind === 'page' ? t('visits.kind.page') : title || t('visits.deleted');
  const columns: Column<Page>[] = [
    {
      id: 'page',
      head: t('visits.page'),
      kind: 'name',
      value: titleOf,
      cell: (page) => <PageLink page={page} slug={slug} text={titleOf(page)} />,
    },
    {
      id: 'kind',
      head: t('visits.kindHead'),
      kind: 'status',
      value: ({ kind }) => t(`visits.kind.${kind}`),
      cell: ({ kind }) => (
        <Badge variant="light" color="gray">
          {t(`visits.kind.${kind}`)}
        </Badge>
      ),
    },
    { id: 'visits', head: t('visits.visits'), kind: 'count', value: ({ visits }) => visits },
  ];
  return (
    <DataTable
      plain
      label={t('visits.pages')}
      columns={columns}
      rows={pages}
      rowKey={({ kind, subject_id }) => `${kind} ${subject_id}`}
    />
  );
}

interface LinkProps {
  page: Page;
  /** Of the creator; empty without a page. */
  slug: string;
  text: string;
}

/** A deleted page has no link. */
function PageLink({ page: { kind, subject_id, title }, slug, text }: LinkProps) {
  if (kind === 'page')
    return slug === '' ? (
      text
    ) : (
      <AnchorLink to="/a/$slug" params={{ slug }}>
        {text}
      </AnchorLink>
    );
  if (title === '') return <Text c="dimmed">{text}</Text>;
  if (kind === 'post')
    return (
      <AnchorLink to="/p/$postId" params={{ postId: subject_id }}>
        {text}
      </AnchorLink>
    );
  if (kind === 'album')
    return (
      <AnchorLink to="/album/$albumId" params={{ albumId: subject_id }}>
        {text}
      </AnchorLink>
    );
  return (
    <AnchorLink to="/item/$planId" params={{ planId: subject_id }}>
      {text}
    </AnchorLink>
  );
}
