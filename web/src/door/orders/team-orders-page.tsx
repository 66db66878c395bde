import { Container, Stack } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { teamOrders } from '#services/contract/accounts/team.ts';
import type { Order } from '#services/contract/orders/order-list.ts';
import { queryOf } from '../../api/queries.ts';
import { WordsField } from '../../components/forms/words-field.tsx';
import { usePlanName } from '../../components/orders/plan-name.ts';
import { PageHead } from '../../components/page-head.tsx';
import type { Column } from '../../components/table/columns.ts';
import { TablePage } from '../../components/table/table-page.tsx';
import { OrderStatus, useStatusWord } from '../../fan/orders/order-status.tsx';
import type { SearchState } from '../../shell/search.ts';

export interface TeamOrdersSearch {
  creator_id?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

/** /order/received: a creator's orders, for the team to look up. */
export function TeamOrdersPage({ search, onSearch }: SearchState<TeamOrdersSearch>) {
  const { t } = useTranslation(['door', 'shell']);
  const planName = usePlanName();
  const { creator_id = '', q, page = 1 } = search;
  const statusOf = useStatusWord();
  const columns: Column<Order>[] = [
    { id: 'fan', head: t('shell:table.name'), kind: 'name', value: ({ user }) => user.name },
    {
      id: 'what',
      head: t('orders.what'),
      kind: 'text',
      value: (order) =>
        [
          planName(order),
          ...order.sku_detail.map(({ name, count }) => t('orders.line', { name, count })),
        ].join(' · '),
    },
    { id: 'amount', head: t('shell:table.amount'), kind: 'money', value: ({ total_amount }) => total_amount },
    {
      id: 'status',
      head: t('shell:table.status'),
      kind: 'status',
      order: ({ status }) => status,
      value: ({ status }) => statusOf(status),
      cell: ({ status }) => <OrderStatus status={status} />,
    },
    { id: 'time', head: t('shell:table.time'), kind: 'time', value: ({ create_time }) => create_time },
    { id: 'remark', head: t('orders.remark'), kind: 'text', value: ({ remark }) => remark },
    { id: 'number', head: t('shell:table.number'), value: ({ out_trade_no }) => out_trade_no },
  ];
  return (
    <Container size="xl" py="lg">
      <PageHead title={t('orders.title')} text={t('orders.text')} />
      <Stack gap="md">
        <WordsField
          words={q}
          label={t('orders.search')}
          onSearch={(words) => onSearch({ creator_id, q: words })}
        />
        <TablePage
          label={t('orders.title')}
          columns={columns}
          rowKey={({ out_trade_no }) => out_trade_no}
          queryOf={(at) => queryOf(teamOrders, { creator_id, search_q: q, page: at })}
          page={page}
          onPage={(chosen) => onSearch({ ...search, page: chosen })}
          nothing={{ icon: <IconReceipt aria-hidden />, title: t('orders.none') }}
          small
          file="orders"
        />
      </Stack>
    </Container>
  );
}
