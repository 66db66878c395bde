import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { ORDER_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { Order } from '#services/contract/orders/orders.ts';
import { SendingBadge } from '../../components/delivery/sending-badge.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { useUpgradeText } from '../../components/orders/upgrade-text.ts';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderStatus } from './order-status.tsx';
import { RefundBadge } from './refund-badge.tsx';

/** An order in the list. */
export function OrderCard({ order }: { order: Order }) {
  const { t, formats } = useLocale([
    'orders',
    'orders-buying',
    'orders-after-payment',
    'cart',
    'orders-checkout',
    'delivery',
  ]);
  const upgradeText = useUpgradeText();
  const { creator, plan } = order;
  const homeless = order.ext.address === null;
  const what =
    plan.plan_id === ''
      ? t('orders-checkout:custom.title')
      : plan.product_type === PRODUCT_TYPE.sponsorship
        ? (upgradeText(order) ?? t('months', { count: order.month }))
        : order.sku_detail
            .map((sku) => t('orders-buying:create.line', { name: sku.name, count: sku.count }))
            .join(' · ');
  return (
    <Paper withBorder p="md" component="article">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <PersonPicture name={creator.name} src={creator.avatar} seed={creator.user_id} size={32} />
            <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }} size="sm" c="inherit">
              {creator.name}
            </AnchorLink>
          </Group>
          <Group gap="xs">
            {order.imported && (
              <Badge color="gray" size="lg">
                {t('imported')}
              </Badge>
            )}
            {order.reply_pending_num > 0 && (
              <Badge color="orange" size="lg">
                {t('orders-after-payment:replyPending')}
              </Badge>
            )}
            <SendingBadge
              order={order}
              size="lg"
              toSend={t(homeless ? 'delivery:missing' : 'delivery:waiting')}
            />
            <RefundBadge state={order.refund_state} />
            <OrderStatus status={order.status} />
          </Group>
        </Group>
        <Group justify="space-between" align="flex-start" gap="md">
          <div style={{ flex: '1 1 200px', minWidth: 0 }}>
            <Title order={2} fz="md">
              {plan.name === '' ? t('orders-checkout:custom.to', { name: creator.name }) : plan.name}
            </Title>
            <Text lineClamp={2} className="hint figures">
              {what}
            </Text>
            <Grants order={order} />
          </div>
          <div>
            <Text fw={650} fz="lg" className="figures amount">
              {order.redeem_id === ''
                ? formats.money(order.total_amount)
                : t('orders-after-payment:money.byCode')}
            </Text>
            {Number(order.refunded_amount) > 0 && (
              <Text className="hint">{t('refunded', { amount: formats.money(order.refunded_amount) })}</Text>
            )}
          </div>
        </Group>
        <Group justify="space-between" gap="sm">
          <Text className="hint figures">{formats.dateTime(order.create_time)}</Text>
          <Group gap="xs">
            <OrderActions order={order} together={order.cart_order_info !== null} withDetail />
            {order.order_attr?.to_send && homeless && (
              <ButtonLink
                to="/setting/address"
                search={{ out_trade_no: order.out_trade_no, has_back: 1 }}
                size="xs"
              >
                {t('cart:got.setAddress')}
              </ButtonLink>
            )}
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}

/** The grants of a paid order: the end of the membership, and the number of tickets and used ones. */
function Grants({ order: { membership, ticket_count, ticket_used_count, status } }: { order: Order }) {
  const { t, formats } = useLocale('orders-after-payment');
  const texts = [
    ...(membership === null
      ? []
      : [
          membership.back_at !== null
            ? `${t('story.membership')}: ${t('money.taken')}`
            : membership.expire_time === null
              ? `${t('story.membership')}: ${t('money.forever')}`
              : `${t('money.membership')} ${formats.date(membership.expire_time)}`,
        ]),
    ...(ticket_count > 0 && status === ORDER_STATUS.success
      ? [t('money.ticketsGiven', { count: ticket_count })]
      : []),
    ...(ticket_used_count > 0 ? [t('money.ticketsUsed', { count: ticket_used_count })] : []),
  ];
  if (texts.length === 0) return null;
  return <Text className="hint figures">{texts.join(' · ')}</Text>;
}
