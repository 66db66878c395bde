import { Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { ORDER_STATUS } from '#events/status.ts';
import type { CheckedCart, CheckedOrder } from '#services/contract/orders/orders.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { Loaded } from '../../components/loaded.tsx';
import { checkedCart, checkedOrder } from './check-queries.ts';
import { Closed, ClosedCart, NoOrder } from './no-payment.tsx';
import { Payment } from './payment.tsx';
import { cartSubject, orderSubject } from './payment-subject.ts';

const route = getRouteApi('/cashier');

/** The payment of an order, or of a cart's orders; continues automatically after payment. */
export function CashierPage() {
  const { out_trade_no, cart_order_no } = route.useSearch();
  if (cart_order_no !== undefined) return <TogetherPage number={cart_order_no} />;
  return out_trade_no === undefined ? <NoOrder /> : <OnePage number={out_trade_no} />;
}

function OnePage({ number }: { number: string }) {
  const query = useQuery(checkedOrder(number));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NoOrder />;
  return (
    <Container size={480} py={{ base: 'md', sm: 'xl' }}>
      <Loaded query={query} height={520}>
        {(order) => <CashierFor order={order} answeredAt={query.dataUpdatedAt} />}
      </Loaded>
    </Container>
  );
}

function TogetherPage({ number }: { number: string }) {
  const query = useQuery(checkedCart(number));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NoOrder />;
  return (
    <Container size={480} py={{ base: 'md', sm: 'xl' }}>
      <Loaded query={query} height={520}>
        {(cart) => <CashierForCart cart={cart} answeredAt={query.dataUpdatedAt} />}
      </Loaded>
    </Container>
  );
}

function CashierFor({ order, answeredAt }: { order: CheckedOrder; answeredAt: number }) {
  const { out_trade_no, cart_order_no, status } = order;
  if (status === ORDER_STATUS.pending) {
    // One charge pays for all of a cart.
    if (cart_order_no !== '') return <Navigate to="/cashier" search={{ cart_order_no }} replace />;
    return <Payment due={orderSubject(order)} answeredAt={answeredAt} />;
  }
  if (status === ORDER_STATUS.success || Number(order.returned_amount) > 0) {
    return <Navigate to="/order/check" search={{ out_trade_no }} replace />;
  }
  return <Closed order={order} />;
}

function CashierForCart({ cart, answeredAt }: { cart: CheckedCart; answeredAt: number }) {
  const { cart_order_no, status, orders } = cart;
  if (status === ORDER_STATUS.pending) return <Payment due={cartSubject(cart)} answeredAt={answeredAt} />;
  const returned = orders.some((order) => Number(order.returned_amount) > 0);
  if (status === ORDER_STATUS.success || returned) {
    return <Navigate to="/order/check" search={{ cart_order_no }} replace />;
  }
  return <ClosedCart cart={cart} />;
}
