import { Box, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS } from '#events/status.ts';
import { listAllOrders, type StaffOrder } from '#services/contract/staff/lists.ts';
import { call } from '../../../api/client.ts';
import { useProfile } from '../../../app/session.ts';
import { OrderStatus, useStatusWord } from '../../../fan/orders/order-status.tsx';
import type { SearchState } from '../../../shell/search.ts';
import { DaysInput } from '../../forms/days-input.tsx';
import { AnchorLink } from '../../links.tsx';
import { RefundStateSelect } from '../../orders/order-filters.tsx';
import { PageHead } from '../../page-head.tsx';
import { ShortId } from '../../short-id.tsx';
import type { Column } from '../../table/columns.ts';
import { Choice } from './choice.tsx';
import { OrderFinder, type SoughtOrders } from './order-finder.tsx';
import { PersonLink } from './person-link.tsx';
import { ReasonGate } from './reason-gate.tsx';
import { type OrdersListSearch, PAY_METHODS } from './search.ts';
import { StaffList } from './staff-list.tsx';

const ONE_LINE = { whiteSpace: 'nowrap' } as const;
const SORTS = ['create_time', '-create_time', 'total_amount', '-total_amount'] as const;

/** Everybody's orders, for staff. */
export function OrdersListPage({ search, onSearch }: SearchState<OrdersListSearch>) {
  const { t } = useTranslation('staff-lists');
  return (
    <>
      <PageHead title={t('orders.title')} text={t('orders.text')} />
      <ReasonGate reason={search.reason} onReason={(reason) => onSearch({ ...search, reason })}>
        {(reason) => <Orders reason={reason} search={search} onSearch={onSearch} />}
      </ReasonGate>
    </>
  );
}

function Orders({ reason, search, onSearch }: SearchState<OrdersListSearch> & { reason: string }) {
  const { t } = useTranslation(['staff-lists', 'shell']);
  const statusOf = useStatusWord();
  const [sought, setSought] = useState<SoughtOrders>({});
  const set = (change: OrdersListSearch) => onSearch({ ...search, ...change });
  const { status, refund_state, py_method, from, to } = search;
  const filter = { status, refund_state, py_method, from, to, ...sought };
  const columns: Column<StaffOrder>[] = [
    {
      id: 'number',
      head: t('shell:table.number'),
      kind: 'name',
      value: ({ out_trade_no }) => out_trade_no,
      cell: ({ out_trade_no }) => <OrderLink order={out_trade_no} reason={reason} />,
    },
    {
      id: 'user',
      head: t('orders.user'),
      kind: 'name',
      value: ({ user }) => user.name || user.user_id,
      cell: ({ user }) => <PersonLink {...user} reason={reason} />,
    },
    {
      id: 'creator',
      head: t('orders.creator'),
      kind: 'name',
      value: ({ creator }) => creator.name || creator.user_id,
      cell: ({ creator }) => <PersonLink {...creator} reason={reason} />,
    },
    { id: 'plan', head: t('orders.plan'), kind: 'name', optional: true, value: ({ plan_name }) => plan_name },
    {
      id: 'status',
      head: t('shell:table.status'),
      kind: 'status',
      value: (order) => statusOf(order.status),
      cell: (order) => <OrderStatus status={order.status} />,
    },
    {
      id: 'method',
      head: t('orders.method'),
      value: (order) => (order.py_method === null ? null : t(`method.${order.py_method}`)),
      // Chinese words break after each character.
      cell: ({ py_method }) => py_method !== null && <Box style={ONE_LINE}>{t(`method.${py_method}`)}</Box>,
    },
    {
      id: 'total_amount',
      head: t('shell:table.amount'),
      kind: 'money',
      value: (order) => order.total_amount,
    },
    {
      id: 'refunded',
      head: t('orders.refunded'),
      kind: 'money',
      optional: true,
      value: (order) => order.refunded_amount,
    },
    { id: 'create_time', head: t('orders.time'), kind: 'time', value: (order) => order.create_time },
    {
      id: 'case',
      head: t('orders.case'),
      value: ({ case_phase }) => case_phase && t(`phase.${case_phase}`),
      cell: ({ case_phase, out_trade_no }) =>
        case_phase !== null && <CaseLink order={out_trade_no}>{t(`phase.${case_phase}`)}</CaseLink>,
    },
  ];
  return (
    <StaffList
      label={t('orders.title')}
      columns={columns}
      rowKey={({ out_trade_no }) => out_trade_no}
      sorts={['create_time', 'total_amount']}
      queryKey={[listAllOrders.path, reason, filter]}
      read={({ signal, sort, ...page }) =>
        call(
          listAllOrders,
          { ...filter, ...page, reason, sort: SORTS.find((one) => one === sort) },
          signal && { signal },
        )
      }
      file="orders"
      empty={t('orders.none')}
      filters={
        <>
          <OrderFinder onFind={setSought} />
          <Group gap="xs">
            <Choice
              label={t('filter.state')}
              value={status}
              choices={Object.values(ORDER_STATUS).map((one) => [one, statusOf(one)] as const)}
              onChange={(one) => set({ status: one })}
            />
            <RefundStateSelect value={refund_state} onChange={(one) => set({ refund_state: one })} />
            <Choice
              label={t('orders.method')}
              value={py_method}
              choices={PAY_METHODS.map((one) => [one, t(`method.${one}`)] as const)}
              onChange={(one) => set({ py_method: one })}
            />
            <DaysInput
              clearable
              from={from}
              to={to}
              onChange={(days) => set({ from: days?.from, to: days?.to })}
            />
          </Group>
        </>
      }
    />
  );
}

/** For finance the order with all that it moved, for support what was bought. Admins see no order. */
function OrderLink({ order, reason }: { order: string; reason: string }) {
  const roles = useProfile()?.roles ?? [];
  const shown = <ShortId>{order}</ShortId>;
  if (roles.includes('finance')) {
    return (
      <AnchorLink to="/finance/trace" search={{ out_trade_no: order }} underline="always">
        {shown}
      </AnchorLink>
    );
  }
  if (!roles.includes('support')) return shown;
  return (
    <AnchorLink to="/support" search={{ order, reason }} underline="always">
      {shown}
    </AnchorLink>
  );
}

function CaseLink({ order, children }: { order: string; children: string }) {
  const roles = useProfile()?.roles ?? [];
  if (roles.includes('support')) {
    return (
      <AnchorLink to="/support/cases" search={{ order }} underline="always">
        {children}
      </AnchorLink>
    );
  }
  if (!roles.includes('finance')) return children;
  return (
    <AnchorLink to="/finance/cases" search={{ order }} underline="always">
      {children}
    </AnchorLink>
  );
}
