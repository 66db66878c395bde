import { Stack } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  financeWithdrawalsQuery,
  type WithdrawalFilter,
  withdrawalPages,
} from '../../api/finance-withdrawals.ts';
import { ListPage } from '../../components/list-page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useFormats } from '../../language/use-formats.ts';
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
        <ListPage
          query={query}
          waiting={{ count: 6, height: 80 }}
          nothing={{ icon: <IconCash aria-hidden />, title: t('empty'), text: t('emptyText') }}
          found={({ total_count, total_amount }) =>
            t('found', { count: total_count, amount: formats.money(total_amount) })
          }
          pagesOf={withdrawalPages}
          page={search.page ?? 1}
          onPage={(page) => onSearch({ ...filter, page })}
        >
          {({ list }) =>
            list.map((one) => (
              <WithdrawalRow
                key={one.order_id}
                one={one}
                onOpen={() => onSearch({ ...search, withdrawal: one.order_id })}
              />
            ))
          }
        </ListPage>
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
