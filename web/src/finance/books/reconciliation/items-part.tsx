import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import { IconArrowsExchange, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listDifferences, type Reconciliation } from '#services/contract/books/statements.ts';
import { queryOf } from '../../../api/queries.ts';
import { DaysInput } from '../../../components/forms/days-input.tsx';
import { WordsField } from '../../../components/forms/words-field.tsx';
import { Section } from '../../../components/section.tsx';
import { TablePage } from '../../../components/table/table-page.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { useItemColumns } from './item-columns.tsx';
import { type ItemFilter, PROVIDERS, VIEWS, type View } from './item-filter.ts';

interface Props {
  filter: ItemFilter;
  onFilter: (filter: ItemFilter) => void;
  onOpen: (difference_id: string) => void;
}

const countOf = (view: View, totals: Reconciliation['totals']): number =>
  totals.reduce((sum, { state, count, open }) => {
    if (view === 'open') return sum + open;
    return view === 'all' || view === state ? sum + count : sum;
  }, 0);

/** Moves of money by state; those that need attention first. */
export function ItemsPart({ filter, onFilter, onOpen }: Props) {
  const { t, formats } = useLocale('books-reconciliation');
  const { q, view = q === undefined ? 'open' : 'all', provider, from, to, page = 1 } = filter;
  const as_of = useAsOf();
  const differences = (at: number) =>
    queryOf(listDifferences, {
      ...(view === 'open' ? { open: 1 as const } : { state: view }),
      search_q: q,
      provider,
      from,
      to,
      page: at,
      as_of,
    });
  const query = useQuery(differences(page));
  const totals = query.data?.totals;
  // With a search or a filter by day, others may be open.
  const good = view === 'open' && q === undefined && from === undefined && to === undefined;
  return (
    <Section
      title={t('items.title')}
      {...(query.data && { text: t('through', { time: formats.dateTime(query.data.as_of.time) }) })}
    >
      <WordsField
        words={q}
        label={t('items.search')}
        onSearch={(words) => onFilter({ q: words, page: undefined })}
      />
      <Group gap="sm">
        <div style={{ maxWidth: '100%', overflowX: 'auto', scrollbarWidth: 'none' }}>
          <SegmentedControl
            aria-label={t('items.view')}
            value={view}
            onChange={(chosen: View) => onFilter({ view: chosen, page: undefined })}
            data={VIEWS.map((value) => ({
              value,
              label: totals
                ? `${t(`view.${value}`)} ${formats.number(countOf(value, totals))}`
                : t(`view.${value}`),
            }))}
          />
        </div>
        <Select
          w={{ base: '100%', xs: 176 }}
          aria-label={t('items.provider')}
          placeholder={t('items.anyProvider')}
          clearable
          clearButtonProps={{ 'aria-label': t('items.anyProvider') }}
          value={provider ?? null}
          onChange={(chosen) =>
            onFilter({ provider: PROVIDERS.find((one) => one === chosen), page: undefined })
          }
          data={PROVIDERS.map((value) => ({ value, label: t(`provider.${value}`) }))}
        />
        <DaysInput
          clearable
          from={from}
          to={to}
          onChange={(days) => onFilter({ from: days?.from, to: days?.to, page: undefined })}
        />
      </Group>
      <Text className="hint">{t(`explain.${view}`)}</Text>
      <TablePage
        label={t('items.title')}
        columns={useItemColumns()}
        rowKey={({ difference_id }) => difference_id}
        onOpen={({ difference_id }) => onOpen(difference_id)}
        queryOf={differences}
        nothing={{
          icon: good ? <IconCircleCheck aria-hidden /> : <IconArrowsExchange aria-hidden />,
          title: t(good ? 'items.allGood' : 'items.none'),
          text: t(good ? 'items.allGoodText' : 'items.noneText'),
        }}
        small
        page={page}
        onPage={(other) => onFilter({ page: other })}
        file="reconciliation"
      />
    </Section>
  );
}
