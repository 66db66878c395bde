import { Container, Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { ORDER_STATUS, orderQuery } from '../../api/orders.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { useFormats } from '../../language/use-formats.ts';
import { Fact } from '../../parts/fact.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { OrderNumber } from '../../parts/order-number.tsx';
import { Section } from '../../parts/section.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { NoOrder } from '../cashier/no-payment.tsx';
import { OrderDelivery } from '../delivery/order-delivery.tsx';
import { OrderTickets } from '../tickets/order-tickets.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderStatus } from './order-status.tsx';
import { OrderStory } from './order-story.tsx';

const route = getRouteApi('/dashboard/order/$outTradeNo');

/** One order: what it is for, what it cost, and what happened to it. */
export function OrderPage() {
  const { t } = useTranslation('orders');
  const { outTradeNo } = route.useParams();
  const query = useQuery(orderQuery(outTradeNo));
  usePageTitle(query.data?.plan.name ?? t('one.title'));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NoOrder />;
  return (
    <Container size="md" py="xl">
      <Stack gap="lg">
        <AnchorLink to="/dashboard/order" size="sm">
          <Group gap={4} component="span">
            <IconChevronLeft size={16} aria-hidden /> {t('one.back')}
          </Group>
        </AnchorLink>
        <Loaded query={query} skeleton={<Skeleton height={420} radius="lg" />}>
          {(order) => <OneOrder order={order} />}
        </Loaded>
      </Stack>
    </Container>
  );
}

/** What an order's amount is called while it waits and once it is paid. */
const AMOUNT_LABELS: Readonly<Record<number, 'one.total' | 'one.toPay'>> = {
  [ORDER_STATUS.pending]: 'one.toPay',
  [ORDER_STATUS.success]: 'one.total',
};

function OneOrder({ order }: { order: CheckedOrder }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const { creator } = order;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1} fz={26}>
            {order.plan.name}
          </Title>
          <OrderStatus status={order.status} />
        </Group>
        <OrderActions order={order} together={order.cart_order_no !== ''} />
      </Group>
      <OrderTickets order={order} />
      {order.need_address && order.status === ORDER_STATUS.success && (
        <OrderDelivery out_trade_no={order.out_trade_no} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Section title={t('one.what')}>
          <Stack gap="sm">
            <OrderLines order={order} />
            {Number(order.discount) > 0 && (
              <Fact label={t('one.discount')}>−{formats.money(order.discount)}</Fact>
            )}
            <Fact strong label={t(AMOUNT_LABELS[order.status] ?? 'one.amount')}>
              {formats.money(order.total_amount)}
            </Fact>
            <Fact label={t('one.creator')}>
              <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }}>
                {creator.name}
              </AnchorLink>
            </Fact>
            {order.remark !== '' && <Fact label={t('one.remark')}>{order.remark}</Fact>}
            <OrderNumber number={order.out_trade_no} />
          </Stack>
        </Section>
        <Section title={t('one.story')}>
          <OrderStory order={order} />
        </Section>
      </SimpleGrid>
    </Stack>
  );
}
