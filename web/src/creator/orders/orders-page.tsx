import { IconReceipt2 } from '@tabler/icons-react';
import { exportCreatorOrders, listCreatorOrders } from '#services/contract/orders/order-list.ts';
import { download } from '../../api/client.ts';
import { queryOf } from '../../api/queries.ts';
import { usePlanName } from '../../components/orders/plan-name.ts';
import { PageHead } from '../../components/page-head.tsx';
import { TablePage } from '../../components/table/table-page.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';
import { ShipMany } from '../delivery/ship-many.tsx';
import { EmptyOrders } from '../empty-orders.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderFilters } from './order-filters.tsx';
import { useOrderColumns } from './order-list.tsx';
import { choiceOf, isNarrowed, type OrderSearch } from './order-search.ts';

/** /dashboard/sponsored-bill: every order of the creator, live. */
export function OrdersPage({ search, onSearch }: SearchState<OrderSearch>) {
  const { t } = useLocale('orders-received');
  const planName = usePlanName();
  const narrowed = isNarrowed(search);
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ShipMany />
      </PageHead>
      <OrderFilters
        search={search}
        onChange={(change) => onSearch({ ...search, ...change, page: undefined })}
      />
      <TablePage
        label={t('title')}
        columns={useOrderColumns()}
        rowKey={({ out_trade_no }) => out_trade_no}
        onOpen={({ out_trade_no }) => onSearch({ ...search, order: out_trade_no })}
        openLabel={(order) => t('open', { name: order.user.name, plan: planName(order) })}
        queryOf={(page) => queryOf(listCreatorOrders, { ...choiceOf(search), page })}
        page={search.page ?? 1}
        onPage={(page) => onSearch({ ...search, page })}
        nothing={{
          icon: <IconReceipt2 aria-hidden />,
          title: t(narrowed ? 'none' : 'empty'),
          text: t(narrowed ? 'noneText' : 'emptyText'),
          action: <EmptyOrders onShowAll={narrowed ? () => onSearch({}) : undefined} />,
        }}
        found={({ total_count }) => t('count', { count: total_count })}
        file="orders"
        fileOf={async () => (await download(exportCreatorOrders, choiceOf(search))).bytes}
      />
      <OrderDrawer out_trade_no={search.order} onClose={() => onSearch({ ...search, order: undefined })} />
    </>
  );
}
