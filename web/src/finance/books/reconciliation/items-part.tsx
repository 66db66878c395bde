import { EmptyState, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconArrowsExchange, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '#services/api/books/contract/statements.ts';
import {
  type ItemFilter,
  itemPages,
  PROVIDERS,
  reconciliationQuery,
  VIEWS,
  type View,
} from '../../../api/reconciliation.ts';
import { DaysInput } from '../../../components/forms/days-input.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Pages } from '../../../components/pages.tsx';
import { Section } from '../../../components/section.tsx';
import { Shapes } from '../../../components/shapes.tsx';
import { useFormats } from '../../../language/use-formats.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { ItemRow } from './item-row.tsx';
import classes from './reconciliation.module.css';

interface Props {
  filter: ItemFilter;
  onFilter: (filter: ItemFilter) => void;
  onOpen: (difference_id: string) => void;
}

const countOf = (view: View, totals: Reconciliation['totals']): number =>
  view === 'open'
    ? totals.reduce((sum, { open }) => sum + open, 0)
    : (totals.find(({ state }) => state === view)?.count ?? 0);

/** Moves of money by state; those that need attention first. */
export function ItemsPart({ filter, onFilter, onOpen }: Props) {
  const { t } = useTranslation('reconciliation');
  const formats = useFormats();
  const { view = 'open', provider, from, to, page = 1 } = filter;
  const query = useQuery(reconciliationQuery(filter, useAsOf()));
  const totals = query.data?.totals;
  return (
    <Section
      title={t('items.title')}
      {...(query.data && { text: t('through', { time: formats.dateTime(query.data.as_of.time) }) })}
    >
      <Group gap="sm">
        <div className={classes.views}>
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
      <Text size="sm" c="dimmed">
        {t(`explain.${view}`)}
      </Text>
      <Loaded
        query={query}
        skeleton={
          <Stack gap="xs">
            <Shapes count={4} height={80} />
          </Stack>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={<Nothing view={view} narrowed={from !== undefined || to !== undefined} />}
      >
        {({ list, total_count }) => (
          <Stack gap="xs">
            {list.map((item) => (
              <ItemRow key={item.difference_id} item={item} onOpen={() => onOpen(item.difference_id)} />
            ))}
            <Pages total={itemPages(total_count)} page={page} onPage={(other) => onFilter({ page: other })} />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

/** @param narrowed only some days are looked at: others may have something */
function Nothing({ view, narrowed }: { view: View; narrowed: boolean }) {
  const { t } = useTranslation('reconciliation');
  const good = view === 'open' && !narrowed;
  const Icon = good ? IconCircleCheck : IconArrowsExchange;
  return (
    <EmptyState
      variant="light"
      py={32}
      icon={<Icon aria-hidden />}
      title={t(good ? 'items.allGood' : 'items.none')}
      description={t(good ? 'items.allGoodText' : 'items.noneText')}
    />
  );
}
