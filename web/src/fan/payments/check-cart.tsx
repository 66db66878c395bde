import { Alert, Container, Group, Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ORDER_STATUS } from '#events/status.ts';
import type { CheckedCart, CheckedOrder } from '#services/contract/orders/orders.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { Fact, MainFact } from '../../components/fact.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Name } from '../../components/name.tsx';
import { OrderNumber } from '../../components/orders/order-number.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { AddAgain } from '../cart/add-again.tsx';
import { OrderStatus } from '../orders/order-status.tsx';
import { OrderTickets } from '../tickets/order-tickets.tsx';
import { checkedCart } from './check-queries.ts';
import { NoOrder } from './no-payment.tsx';
import { GiveAddress, Grants } from './order-grants.tsx';
import { OutcomeHead } from './outcome.tsx';
import { Replies } from './replies.tsx';

/** The result of a payment for several orders: the state of each, and the next step. */
export function CheckCart({ number }: { number: string }) {
  const query = useQuery(checkedCart(number));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NoOrder />;
  return (
    <Container size={640} py={{ base: 'lg', sm: 56 }}>
      <Loaded query={query} height={520}>
        {(cart) => <Outcome cart={cart} />}
      </Loaded>
    </Container>
  );
}

function outcomeOf({ status, orders }: CheckedCart): 'paid' | 'part' | 'pending' | 'closed' {
  if (status === ORDER_STATUS.pending) return 'pending';
  const paid = orders.filter((order) => order.status === ORDER_STATUS.success).length;
  if (paid === orders.length) return 'paid';
  const returned = orders.some((order) => Number(order.returned_amount) > 0);
  return paid > 0 || returned ? 'part' : 'closed';
}

function Outcome({ cart }: { cart: CheckedCart }) {
  const { t, formats } = useLocale(['cart', 'orders-buying']);
  const outcome = outcomeOf(cart);
  const { orders, cart_order_no } = cart;
  const names = [...new Set(orders.map(({ creator }) => creator.name))];
  const paid_at = orders.find((order) => order.paid_at !== null)?.paid_at ?? null;
  const title = outcome === 'pending' ? t('orders-buying:check.pending') : t(`check.${outcome}`);
  usePageTitle(title);
  const text =
    outcome === 'pending'
      ? t('orders-buying:check.pendingText')
      : t(`check.${outcome}Text`, { names: formats.list(names) });
  const homeless = orders.some(
    ({ delivery }) => delivery !== null && !delivery.has_address && delivery.may_set_address,
  );
  return (
    <Stack gap="md">
      <Paper withBorder p={{ base: 'md', xs: 'xl' }} shadow="sm">
        <Stack gap="lg">
          <OutcomeHead how={outcome} title={title} text={text} />
          <Paper p="md" bg="var(--fw-wash)" radius="md">
            <Stack gap="xs">
              <MainFact
                label={t(
                  outcome === 'paid' ? 'orders-buying:check.amount' : 'orders-buying:check.orderAmount',
                )}
              >
                {formats.money(cart.total_amount)}
              </MainFact>
              {paid_at !== null && (
                <Fact label={t('orders-buying:check.time')}>{formats.dateTime(paid_at)}</Fact>
              )}
              <OrderNumber number={cart_order_no} together />
            </Stack>
          </Paper>
          {homeless && <GiveAddress named={{ cart_order_no }} />}
          {outcome === 'pending' && (
            <ButtonLink to="/cashier" search={{ cart_order_no }}>
              {t('orders-buying:check.toPay')}
            </ButtonLink>
          )}
          {outcome === 'closed' && cart.own && (
            <Group justify="center">
              <AddAgain orders={orders} />
            </Group>
          )}
        </Stack>
      </Paper>
      {orders.map((order) => (
        <OneOf key={order.out_trade_no} order={order} />
      ))}
    </Stack>
  );
}

/** One of the orders, with its contents. */
function OneOf({ order }: { order: CheckedOrder }) {
  const { t, formats } = useLocale('orders-buying');
  const { creator, plan, out_trade_no, returned_amount } = order;
  const returned = order.status === ORDER_STATUS.cancelled && Number(returned_amount) > 0;
  return (
    <Paper withBorder p={{ base: 'md', xs: 'lg' }} component="article">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} fz="lg">
              {plan.name}
            </Title>
            <Group gap={6} wrap="nowrap" mt={4}>
              <PersonPicture name={creator.name} src={creator.avatar} seed={creator.user_id} size={20} />
              <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }} size="sm" maw="100%">
                <Name inherit>{creator.name}</Name>
              </AnchorLink>
            </Group>
          </div>
          <div style={{ flexShrink: 0 }}>
            <OrderStatus status={order.status} />
          </div>
        </Group>
        <Stack gap="xs">
          <Grants order={order} titled />
        </Stack>
        {returned && (
          <Alert color="orange">{t('check.returnedText', { amount: formats.money(returned_amount) })}</Alert>
        )}
        <Replies replies={order.replies} pending={order.reply_pending} />
        {order.own && <OrderTickets order={order} />}
        {order.own && (
          <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: out_trade_no }} size="sm">
            {t('check.order')}
          </AnchorLink>
        )}
      </Stack>
    </Paper>
  );
}
