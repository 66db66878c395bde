import { Stack } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { WITHDRAW_STATUS } from '#events/status.ts';
import {
  type FinanceWithdrawal,
  listWithdrawals,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import { queryOf } from '../../api/queries.ts';
import { PageHead } from '../../components/page-head.tsx';
import type { Column } from '../../components/table/columns.ts';
import { TablePage } from '../../components/table/table-page.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';
import { useAsOf } from '../frame/as-of.ts';
import { FilterBar } from './filter-bar.tsx';
import { WithdrawalBadges } from './withdrawal-badges.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import type { WithdrawalFilter } from './withdrawal-filter.ts';

/** Search parameters of the page. */
export interface WithdrawalsSearch extends WithdrawalFilter {
  /** The one that is open. */
  withdrawal?: string | undefined;
}

/** Statuses that a new request is listed under. */
const NEW_ONES: readonly WithdrawalFilter['status'][] = [undefined, `${WITHDRAW_STATUS.waiting}`];

/** /finance/withdrawals: withdrawals with their state, and the decision. */
export function WithdrawalsPage({ search, onSearch }: SearchState<WithdrawalsSearch>) {
  const { t, formats } = useLocale(['withdrawals-payouts', 'shell']);
  const { withdrawal, ...filter } = search;
  const { q, ...query } = filter;
  const fresh = q === undefined && query.attention === undefined && NEW_ONES.includes(query.status);
  const as_of = useAsOf();
  const columns: Column<FinanceWithdrawal>[] = [
    { id: 'name', head: t('creator'), kind: 'name', value: ({ name }) => name },
    { id: 'amount', head: t('amount'), kind: 'money', value: ({ pay_amount }) => pay_amount },
    { id: 'time', head: t('applied'), kind: 'time', value: ({ apply_time }) => apply_time },
    { id: 'type', head: t('filter.type'), value: ({ type_text }) => type_text },
    {
      id: 'status',
      head: t('filter.status'),
      kind: 'status',
      value: ({ status_text }) => status_text,
      cell: (one) => <WithdrawalBadges one={one} />,
    },
    ...(['pending', 'on_hold', 'owed'] as const).map(
      (part): Column<FinanceWithdrawal> => ({
        id: part,
        head: t(`cover.${part}`),
        kind: 'money',
        value: ({ cover }) => cover[part],
      }),
    ),
    { id: 'reason', head: t('cause'), kind: 'text', value: ({ deal_error }) => deal_error },
    {
      id: 'order_id',
      head: t('shell:table.number'),
      kind: 'text',
      value: ({ order_id }) => order_id,
      optional: true,
    },
  ];
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <Stack gap="md">
        <FilterBar filter={filter} onFilter={onSearch} />
        <TablePage
          label={t('title')}
          columns={columns}
          rowKey={({ order_id }) => order_id}
          onOpen={({ order_id }) => onSearch({ ...search, withdrawal: order_id })}
          queryOf={(page) => queryOf(listWithdrawals, { ...query, search_q: q, page, as_of })}
          nothing={{
            icon: <IconCash aria-hidden />,
            title: t('empty'),
            text: fresh ? t('emptyText') : undefined,
          }}
          found={({ total_count, total_amount }) =>
            t('found', { count: total_count, amount: formats.money(total_amount) })
          }
          page={search.page ?? 1}
          onPage={(page) => onSearch({ ...filter, page })}
          file="withdrawals"
        />
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
