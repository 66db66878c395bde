import { Group, SegmentedControl } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS } from '#events/status.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { ProductTypeSelect, RefundStateSelect } from '../../components/orders/order-filters.tsx';
import { AccountFrame } from '../frame/account-frame.tsx';
import { OrderCard } from './order-card.tsx';

const A_PAGE = 10;

const route = getRouteApi('/dashboard/order/');

/** The fan's orders, newest first; filters and page are in the address. */
export function OrdersPage() {
  const { t } = useTranslation('orders');
  const search = route.useSearch();
  const { page = 1, ...choice } = search;
  const navigate = route.useNavigate();
  const narrow = (change: Partial<typeof choice>) =>
    void navigate({ search: (before) => ({ ...before, ...change, page: undefined }) });
  const query = useQuery(queryOf(listMyOrders, { page, ...choice, per_page: A_PAGE }));
  const narrowed = Object.values(choice).some((value) => value !== undefined);
  return (
    <AccountFrame title={t('title')} text={t('text')}>
      <Group gap="xs">
        <SegmentedControl
          aria-label={t('filter')}
          value={String(choice.status ?? '')}
          onChange={(chosen) => narrow({ status: chosen === '' ? undefined : Number(chosen) })}
          data={[
            { value: '', label: t('all') },
            ...Object.values(ORDER_STATUS).map((one) => ({ value: String(one), label: t(`status.${one}`) })),
          ]}
        />
        <ProductTypeSelect
          value={choice.product_type}
          onChange={(product_type) => narrow({ product_type })}
        />
        <RefundStateSelect
          value={choice.refund_state}
          onChange={(refund_state) => narrow({ refund_state })}
        />
      </Group>
      <Collection
        query={query}
        waiting={{ count: 3, height: 168 }}
        nothing={{
          icon: <IconReceipt aria-hidden />,
          title: narrowed ? t('emptyStatus') : t('empty'),
          text: narrowed ? undefined : t('emptyText'),
          action: narrowed ? (
            <ButtonLink to="/dashboard/order" search={{}} variant="light">
              {t('showAll')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/explore">{t('explore')}</ButtonLink>
          ),
        }}
        gap="md"
        perPage={A_PAGE}
        page={page}
        onPage={(chosen) => void navigate({ search: (before) => ({ ...before, page: chosen }) })}
      >
        {({ list }) => list.map((order) => <OrderCard key={order.out_trade_no} order={order} />)}
      </Collection>
    </AccountFrame>
  );
}
