import { Alert, Stack } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Order } from '#services/contract/orders/order-list.ts';
import { getSupportOrder, searchOrders } from '#services/contract/staff/support.ts';
import { queryOf } from '../api/queries.ts';
import { Collection, Nothing } from '../components/collection.tsx';
import { Loaded } from '../components/loaded.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Section } from '../components/section.tsx';
import { ShortId } from '../components/short-id.tsx';
import type { Column } from '../components/table/columns.ts';
import { DataTable } from '../components/table/data-table.tsx';
import { OrderStatus, useStatusWord } from '../fan/orders/order-status.tsx';
import type { SearchState } from '../shell/search.ts';
import { AccessForm } from './access-form.tsx';
import { ONCE } from './once.ts';
import { OrderPart } from './order-part.tsx';
import { PostAccess } from './post-access.tsx';
import { SupportFrame } from './support-frame.tsx';
import type { SupportSearch } from './support-search.ts';

/** /support: the orders of a person who asks for help; each view is recorded with its reason. */
export function SupportPage({ search, onSearch }: SearchState<SupportSearch>) {
  const { t } = useTranslation(['support', 'shell']);
  const { user_id, order, reason, page = 1 } = search;
  return (
    <SupportFrame>
      <PageHead title={t('title')} text={t('text')} />
      <Stack gap="lg">
        <AccessForm reason={reason ?? ''} onLook={onSearch} />
        {reason === undefined && <Alert color="gray">{t('recorded')}</Alert>}
        {reason !== undefined && order !== undefined && (
          <OneOrder
            order={order}
            reason={reason}
            onBack={() => onSearch({ ...search, order: undefined })}
            back={user_id !== undefined}
          />
        )}
        {reason !== undefined && order === undefined && user_id !== undefined && (
          <Orders
            user_id={user_id}
            reason={reason}
            page={page}
            onOpen={(chosen) => onSearch({ ...search, order: chosen })}
            onPage={(chosen) => onSearch({ ...search, page: chosen })}
          />
        )}
        {reason !== undefined && (order !== undefined || user_id !== undefined) && (
          <PostAccess
            key={order ?? user_id}
            whose={order === undefined ? { user_id: user_id ?? '' } : { out_trade_no: order }}
            reason={reason}
            search={search}
            onSearch={onSearch}
          />
        )}
      </Stack>
    </SupportFrame>
  );
}

interface OrdersProps {
  user_id: string;
  reason: string;
  page: number;
  onOpen: (order: string) => void;
  onPage: (page: number) => void;
}

function Orders({ user_id, reason, page, onOpen, onPage }: OrdersProps) {
  const { t } = useTranslation(['support', 'shell']);
  const statusOf = useStatusWord();
  const columns: Column<Order>[] = [
    { id: 'plan', head: t('plan'), kind: 'name', value: ({ plan }) => plan.name || t('custom') },
    { id: 'creator', head: t('creator'), kind: 'name', value: ({ creator }) => creator.name },
    { id: 'amount', head: t('shell:table.amount'), kind: 'money', value: ({ total_amount }) => total_amount },
    {
      id: 'status',
      head: t('shell:table.status'),
      kind: 'status',
      order: ({ status }) => status,
      value: ({ status }) => statusOf(status),
      cell: ({ status }) => <OrderStatus status={status} />,
    },
    { id: 'time', head: t('placed'), kind: 'time', value: ({ create_time }) => create_time },
    {
      id: 'number',
      head: t('shell:table.number'),
      value: ({ out_trade_no }) => out_trade_no,
      cell: ({ out_trade_no }) => <ShortId>{out_trade_no}</ShortId>,
    },
  ];
  const query = useQuery(queryOf(searchOrders, { user_id, reason, page }, ONCE));
  return (
    <Collection query={query} page={page} onPage={onPage}>
      {({ user, list, total_count }) => (
        <Section title={user.name || user.user_id} text={t('count', { count: total_count })}>
          {list.length === 0 ? (
            <Nothing small nothing={{ icon: <IconReceipt aria-hidden />, title: t('none') }} />
          ) : (
            <DataTable
              label={t('title')}
              columns={columns}
              rows={list}
              paged={list.length < total_count}
              rowKey={({ out_trade_no }) => out_trade_no}
              onOpen={({ out_trade_no }) => onOpen(out_trade_no)}
            />
          )}
        </Section>
      )}
    </Collection>
  );
}

interface OneProps {
  order: string;
  reason: string;
  /** Whether there is a list to return to. */
  back: boolean;
  onBack: () => void;
}

function OneOrder({ order, reason, back, onBack }: OneProps) {
  const query = useQuery(queryOf(getSupportOrder, { out_trade_no: order, reason }, ONCE));
  return (
    <Loaded query={query} height={420}>
      {(detail) => <OrderPart order={detail} reason={reason} {...(back && { onBack })} />}
    </Loaded>
  );
}
