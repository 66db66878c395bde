import { Container, Group, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ORDER_STATUS } from '#events/status.ts';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Name } from '../../components/name.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { BackToContent } from '../content/back-to-content.tsx';
import { againSearch } from '../orders/order-again.ts';
import { OrderTickets } from '../tickets/order-tickets.tsx';
import { CheckCart } from './check-cart.tsx';
import { checkedOrder } from './check-queries.ts';
import { NoOrder } from './no-payment.tsx';
import { GrantsCard, NextSteps } from './order-grants.tsx';
import { OutcomeHead } from './outcome.tsx';

const route = getRouteApi('/order/check');

/** The result of a payment: grants and next step; also late payments that were returned. */
export function CheckPage() {
  const { out_trade_no, cart_order_no } = route.useSearch();
  if (cart_order_no !== undefined) return <CheckCart number={cart_order_no} />;
  return out_trade_no === undefined ? <NoOrder /> : <CheckOne number={out_trade_no} />;
}

function CheckOne({ number }: { number: string }) {
  const query = useQuery(checkedOrder(number));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NoOrder />;
  return (
    <Container size={560} py={{ base: 'lg', sm: 56 }}>
      <Loaded query={query} height={420}>
        {(order) => <Outcome order={order} />}
      </Loaded>
    </Container>
  );
}

function outcomeOf(order: CheckedOrder): 'paid' | 'pending' | 'returned' | 'closed' {
  if (order.status === ORDER_STATUS.success) return 'paid';
  if (order.status === ORDER_STATUS.pending) return 'pending';
  return Number(order.returned_amount) > 0 ? 'returned' : 'closed';
}

function Outcome({ order }: { order: CheckedOrder }) {
  const { t, formats } = useLocale(['orders-buying', 'cart']);
  const outcome = outcomeOf(order);
  const says = outcome === 'paid' && order.redeem_id !== '' ? 'redeemed' : outcome;
  usePageTitle(t(`check.${says}`));
  const { creator, out_trade_no, cart_order_no } = order;
  const text = t(`check.${says}Text`, {
    name: creator.name,
    amount: formats.money(order.returned_amount),
  });
  return (
    <Paper withBorder p={{ base: 'md', xs: 'xl' }} shadow="sm">
      <Stack gap="lg">
        <OutcomeHead how={outcome} title={t(`check.${says}`)} text={text} />
        <GrantsCard order={order} />
        {cart_order_no !== '' && (
          <Group gap={8} justify="center">
            {t('cart:partOf')}
            <AnchorLink to="/order/check" search={{ cart_order_no }}>
              {t('cart:seeAll')}
            </AnchorLink>
          </Group>
        )}
        {order.own && <NextSteps order={order} />}
        {order.own && <OrderTickets order={order} />}
        <BackToContent done={outcome === 'paid'} />
        <Group grow>
          {outcome === 'pending' && (
            <ButtonLink to="/cashier" search={{ out_trade_no }}>
              {t('check.toPay')}
            </ButtonLink>
          )}
          {(outcome === 'closed' || outcome === 'returned') && (
            <ButtonLink to="/order/create" search={againSearch(order)}>
              {t('cashier.again')}
            </ButtonLink>
          )}
          {order.own && (
            <ButtonLink
              to="/dashboard/order/$outTradeNo"
              params={{ outTradeNo: out_trade_no }}
              variant={outcome === 'paid' ? 'filled' : 'light'}
            >
              {t('check.order')}
            </ButtonLink>
          )}
        </Group>
        <ButtonLink to="/u/$userId" params={{ userId: creator.user_id }} variant="subtle" maw="100%">
          <Name inherit>{t('check.creator', { name: creator.name })}</Name>
        </ButtonLink>
      </Stack>
    </Paper>
  );
}
