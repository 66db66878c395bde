import { EmptyState, Stack, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  financeWithdrawalsQuery,
  type WithdrawalFilter,
  withdrawalPages,
} from '../../api/finance-withdrawals.ts';
import { useFormats } from '../../language/use-formats.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Shapes } from '../../parts/shapes.tsx';
import { useAsOf } from '../frame/as-of.ts';
import { FilterBar } from './filter-bar.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import { WithdrawalRow } from './withdrawal-row.tsx';

/** What the page shows, as it stands in the address. */
export interface WithdrawalsSearch extends WithdrawalFilter {
  /** The one that is open. */
  withdrawal?: string | undefined;
}

interface Props {
  search: WithdrawalsSearch;
  onSearch: (search: WithdrawalsSearch) => void;
}

/** /finance/withdrawals: who wants money out, how far it is, and the decision about it. */
export function WithdrawalsPage({ search, onSearch }: Props) {
  const { t } = useTranslation('payouts');
  const formats = useFormats();
  const { withdrawal, ...filter } = search;
  const query = useQuery(financeWithdrawalsQuery(filter, useAsOf()));
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <Stack gap="md">
        <FilterBar filter={filter} onFilter={onSearch} />
        <Loaded
          query={query}
          skeleton={
            <Stack gap="xs">
              <Shapes count={6} height={80} />
            </Stack>
          }
          isEmpty={({ list }) => list.length === 0}
          empty={
            <EmptyState
              variant="light"
              py={48}
              icon={<IconCash aria-hidden />}
              title={t('empty')}
              description={t('emptyText')}
            />
          }
        >
          {({ list, total_count, total_amount }) => (
            <Stack gap="xs">
              <Text size="sm" c="dimmed" className="figures" role="status">
                {t('found', { count: total_count, amount: formats.money(total_amount) })}
              </Text>
              {list.map((one) => (
                <WithdrawalRow
                  key={one.order_id}
                  one={one}
                  onOpen={() => onSearch({ ...search, withdrawal: one.order_id })}
                />
              ))}
              <Pages
                total={withdrawalPages(total_count)}
                page={search.page ?? 1}
                onPage={(page) => onSearch({ ...filter, page })}
              />
            </Stack>
          )}
        </Loaded>
      </Stack>
      <WithdrawalDrawer
        order_id={withdrawal}
        onOpen={(other) => onSearch({ ...filter, withdrawal: other })}
        onOfCreator={(user_id) => onSearch({ user_id })}
        onClose={() => onSearch(filter)}
      />
    </>
  );
}
