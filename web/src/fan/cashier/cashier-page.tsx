import { Container, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { ORDER_STATUS, orderQuery } from '../../api/orders.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Closed, NoOrder } from './no-payment.tsx';
import { Payment } from './payment.tsx';

const route = getRouteApi('/cashier');

/** Where an order is paid; leads on by itself as soon as it is. */
export function CashierPage() {
  const { out_trade_no = '' } = route.useSearch();
  const query = useQuery({ ...orderQuery(out_trade_no), enabled: out_trade_no !== '' });
  if (out_trade_no === '' || isRefusal(query.error, EC.notFound, EC.badInput)) return <NoOrder />;
  return (
    <Container size={480} py={{ base: 'md', sm: 'xl' }}>
      <Loaded query={query} skeleton={<Skeleton height={520} radius="lg" />}>
        {(order) => <CashierFor order={order} answeredAt={query.dataUpdatedAt} />}
      </Loaded>
    </Container>
  );
}

function CashierFor({ order, answeredAt }: { order: CheckedOrder; answeredAt: number }) {
  if (order.status === ORDER_STATUS.pending) return <Payment order={order} answeredAt={answeredAt} />;
  if (order.status === ORDER_STATUS.success || Number(order.returned_amount) > 0) {
    return <Navigate to="/order/check" search={{ out_trade_no: order.out_trade_no }} replace />;
  }
  return <Closed order={order} />;
}
