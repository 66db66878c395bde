import { Badge, Container, Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { Fact } from '../../components/fact.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { OrderNumber } from '../../components/orders/order-number.tsx';
import { orderQuery } from '../../components/orders/order-query.ts';
import { OrderRefunds } from '../../components/orders/order-refunds.tsx';
import { OrderStory } from '../../components/orders/order-story.tsx';
import { OrderSums } from '../../components/orders/order-sums.tsx';
import { Section } from '../../components/section.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { OrderCase } from '../cases/order-case.tsx';
import { OrderDelivery } from '../delivery/order-delivery.tsx';
import { RenewalFact } from '../memberships/renewal-fact.tsx';
import { NoOrder } from '../payments/no-payment.tsx';
import { Replies } from '../payments/replies.tsx';
import { OrderTickets } from '../tickets/order-tickets.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderStatus } from './order-status.tsx';
import { RefundBadge } from './refund-badge.tsx';
import { RemarkPart } from './remark-part.tsx';

const route = getRouteApi('/dashboard/order/$outTradeNo');

/** /dashboard/order/{no}: contents, sums, grants and story of an order; live. */
export function OrderPage() {
  const { t } = useTranslation('orders');
  const { outTradeNo } = route.useParams();
  const query = useQuery(orderQuery(outTradeNo));
  usePageTitle(query.data?.plan.name || t('one.title'));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NoOrder />;
  return (
    <Container size="md" py="xl">
      <Stack gap="lg">
        <AnchorLink to="/dashboard/order" size="sm">
          <Group gap={4} component="span">
            <IconChevronLeft size={16} aria-hidden /> {t('one.back')}
          </Group>
        </AnchorLink>
        <Loaded query={query} height={420}>
          {(order) => <OneOrder order={order} />}
        </Loaded>
      </Stack>
    </Container>
  );
}

/** The label of the amount before and after payment. */
const AMOUNT_LABELS: Readonly<Record<number, 'one.total' | 'one.toPay'>> = {
  [ORDER_STATUS.pending]: 'one.toPay',
  [ORDER_STATUS.success]: 'one.total',
};

function OneOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['orders', 'orders-after-payment', 'orders-checkout']);
  const { plan, status, refunds, creator, order_attr } = order;
  const paid = status === ORDER_STATUS.success;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1} fz={26}>
            {plan.name === '' ? t('orders-checkout:custom.to', { name: creator.name }) : plan.name}
          </Title>
          <OrderStatus status={status} />
          <RefundBadge state={order.refund_state} />
          {order.imported && <Badge color="gray">{t('imported')}</Badge>}
        </Group>
        <OrderActions order={order} together={order.cart_order_info !== null} receipt={order.may.receipt} />
      </Group>
      <OrderTickets order={order} />
      <Replies replies={order.replies} pending={order.reply_pending_num > 0} />
      {paid && order_attr !== null && <OrderDelivery out_trade_no={order.out_trade_no} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack gap="lg">
          <Section title={t('one.what')}>
            <OrderSums order={order} total={t(AMOUNT_LABELS[status] ?? 'one.amount')} />
            <Beside order={order} />
          </Section>
          {refunds.length > 0 && (
            <Section title={t('orders-after-payment:refunds.title')}>
              <OrderRefunds refunds={refunds} />
            </Section>
          )}
        </Stack>
        <Section title={t('orders-after-payment:story.title')}>
          <OrderStory
            order={order}
            payableUntil={status === ORDER_STATUS.pending ? order.expires_at : undefined}
          />
        </Section>
      </SimpleGrid>
      {paid && <OrderCase order={order} />}
    </Stack>
  );
}

/** The other party, the texts, and the numbers. */
function Beside({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['orders', 'orders-after-payment']);
  const { creator, plan, cart_order_info } = order;
  return (
    <Stack gap="sm">
      <Fact label={t('one.creator')}>
        <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }}>
          {creator.name}
        </AnchorLink>
      </Fact>
      {cart_order_info !== null && (
        <Fact label={t('orders-after-payment:money.together')}>
          <AnchorLink to="/order/check" search={{ cart_order_no: cart_order_info.cart_order_no }}>
            {t('orders-after-payment:money.seeTogether')}
          </AnchorLink>
        </Fact>
      )}
      {plan.product_type === PRODUCT_TYPE.sponsorship && plan.plan_id !== '' && (
        <RenewalFact number={order.out_trade_no} />
      )}
      <RemarkPart order={order} />
      <OrderNumber number={order.out_trade_no} />
    </Stack>
  );
}
