import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import { IconMapPinQuestion } from '@tabler/icons-react';
import { ORDER_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';
import { useProfile } from '../../app/session.ts';
import { OpenedPosts } from '../../components/content/opened-posts.tsx';
import { useParcelText } from '../../components/delivery/parcel-text.ts';
import { Fact, MainFact } from '../../components/fact.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { OrderNumber } from '../../components/orders/order-number.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { OrderFiles } from '../orders/purchased/buyers-file.tsx';
import { Replies } from './replies.tsx';

/** Whether payment alone gives it: months and amounts, not goods, which are sent. */
const isGiven = ({ plan }: CheckedOrder): boolean => plan.product_type === PRODUCT_TYPE.sponsorship;

/** The order's grants, the payment and its time. */
export function GrantsCard({ order }: { order: CheckedOrder }) {
  const { t } = useLocale('orders-buying');
  const paid = order.status === ORDER_STATUS.success;
  return (
    <Paper p="md" bg="var(--fw-wash)" radius="md">
      <Stack gap="xs">
        {paid && <Text fw={650}>{t(isGiven(order) ? 'check.got' : 'check.bought')}</Text>}
        <Grants order={order} />
        <OrderNumber number={order.out_trade_no} />
      </Stack>
    </Paper>
  );
}

interface GrantsProps {
  order: CheckedOrder;
  /** Name and time of the purchase are shown above. */
  titled?: boolean;
}

/** The same without its frame. */
export function Grants({ order, titled = false }: GrantsProps) {
  const { t, formats } = useLocale(['orders-buying', 'cart', 'orders-after-payment', 'delivery']);
  const parcelText = useParcelText();
  const { membership, bundle_count, ticket_count, redeem_id, delivery, refunded_amount } = order;
  const paid = order.status === ORDER_STATUS.success;
  return (
    <>
      <What order={order} titled={titled} />
      {paid && membership !== null && membership.begin_time > order.now && (
        <MainFact label={t('cart:got.from')}>{formats.date(membership.begin_time)}</MainFact>
      )}
      {paid && membership !== null && (
        <MainFact label={t('cart:got.until')}>
          {membership.until === null ? t('cart:got.forever') : formats.date(membership.until)}
        </MainFact>
      )}
      {bundle_count > 1 && <Fact label={t('cart:got.bundles')}>{bundle_count}</Fact>}
      {ticket_count > 0 && (
        <Fact label={t('cart:got.tickets')}>{t('cart:got.ticketCount', { count: ticket_count })}</Fact>
      )}
      {redeem_id === '' ? (
        <Fact label={t(paid ? 'check.amount' : 'check.orderAmount')}>
          {formats.money(order.total_amount)}
        </Fact>
      ) : (
        <Fact label={t('check.amount')}>{t('cart:got.redeemed')}</Fact>
      )}
      {order.paid_at !== null && !titled && (
        <Fact label={t(redeem_id === '' ? 'check.time' : 'check.redeemTime')}>
          {formats.dateTime(order.paid_at)}
        </Fact>
      )}
      {paid && delivery?.has_address && (
        <Fact label={t('cart:got.delivery')}>
          {delivery.state === null ? t('delivery:waiting') : parcelText(delivery.state)}
        </Fact>
      )}
      {paid && Number(refunded_amount) > 0 && (
        <Fact label={t('orders-after-payment:money.refunded')}>−{formats.money(refunded_amount)}</Fact>
      )}
    </>
  );
}

function What({ order, titled }: Required<GrantsProps>) {
  const { t } = useLocale(['orders-buying', 'orders-checkout']);
  const { plan, sku_detail, month, creator } = order;
  if (plan.plan_id === '') return <Text>{t('orders-checkout:custom.to', { name: creator.name })}</Text>;
  if (plan.product_type === PRODUCT_TYPE.sponsorship) {
    return (
      <Text>
        {titled
          ? t('create.monthCount', { count: month })
          : t('check.months', { count: month, name: plan.name })}
      </Text>
    );
  }
  return (
    <>
      {!titled && <Text>{plan.name}</Text>}
      {sku_detail.map((sku) => (
        <Text key={sku.sku_id} size="sm">
          {t('create.line', { name: sku.name, count: sku.count })}
        </Text>
      ))}
    </>
  );
}

/** The order's grants, and a missing address. */
export function NextSteps({ order }: { order: CheckedOrder }) {
  const { out_trade_no, status, delivery, replies, reply_pending, opens, sku_detail } = order;
  const profile = useProfile();
  if (status !== ORDER_STATUS.success) return null;
  return (
    <>
      <OpenedPosts opens={opens} />
      {profile && <OrderFiles sku_ids={sku_detail.map(({ sku_id }) => sku_id)} />}
      <Replies replies={replies} pending={reply_pending} />
      {delivery !== null && !delivery.has_address && delivery.may_set_address && (
        <GiveAddress named={{ out_trade_no }} />
      )}
    </>
  );
}

/** The creator cannot send it without one. */
export function GiveAddress({ named }: { named: { out_trade_no: string } | { cart_order_no: string } }) {
  const { t } = useLocale('cart');
  return (
    <Alert color="orange" icon={<IconMapPinQuestion aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 220px">
          {t('got.address')}
        </Text>
        <ButtonLink to="/setting/address" search={{ ...named, has_back: 1 }} size="xs">
          {t('got.setAddress')}
        </ButtonLink>
      </Group>
    </Alert>
  );
}
