import { Badge, Divider, Group, Stack, Text } from '@mantine/core';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { useLocale } from '../../language/use-locale.ts';
import { Fact, MainFact } from '../fact.tsx';
import { lessYuan, timesYuan } from '../wire-money.ts';
import { Reduction } from './reduction.tsx';
import { useUpgradeText } from './upgrade-text.ts';

const isMoney = (amount: string): boolean => Number(amount) > 0;

/** A redeem code paid for it. */
const REDEEMED = '3';

interface Props {
  order: OrderDetail;
  /** The label of the amount, by the order's state. */
  total: string;
}

/** Contents and sums of an order: lines, reductions, shipping, refunds, grants. */
export function OrderSums({ order, total }: Props) {
  const { t, formats } = useLocale('orders-after-payment');
  const { ext, total_amount, refunded_amount, membership, ticket_count } = order;
  return (
    <Stack gap={8}>
      <Lines order={order} />
      <Divider />
      {isMoney(ext.shipping_fee) && (
        <Fact label={t('money.shipping')}>{formats.money(ext.shipping_fee)}</Fact>
      )}
      <MainFact label={total}>{formats.money(total_amount)}</MainFact>
      <Reduction {...order} />
      {isMoney(refunded_amount) && (
        <>
          <Fact label={t('money.refunded')}>−{formats.money(refunded_amount)}</Fact>
          <Fact label={t('money.kept')}>{formats.money(lessYuan(total_amount, refunded_amount))}</Fact>
        </>
      )}
      {order.py_type === REDEEMED && <Fact label={t('money.redeem')}>{t('money.byCode')}</Fact>}
      {ticket_count > 0 && (
        <Fact label={t('money.tickets')}>{t('money.ticketCount', { count: ticket_count })}</Fact>
      )}
      {membership !== null && (
        <Fact label={t('money.membership')}>
          {membership.back_at !== null
            ? t('money.taken')
            : membership.expire_time === null
              ? t('money.forever')
              : formats.dateTime(membership.expire_time)}
        </Fact>
      )}
    </Stack>
  );
}

/** The lines as they are charged: they and the shipping add up to the total. */
function Lines({ order }: { order: OrderDetail }) {
  const { t, formats } = useLocale(['orders-after-payment', 'orders-received', 'orders-checkout']);
  const upgradeText = useUpgradeText();
  const { plan, sku_detail, month, bundle_count, total_amount, ext } = order;
  const charged = formats.money(lessYuan(total_amount, ext.shipping_fee));
  if (plan.plan_id === '') return <Fact label={t('orders-checkout:custom.title')}>{charged}</Fact>;
  if (sku_detail.length === 0) {
    return <Fact label={upgradeText(order) ?? t('orders-received:months', { count: month })}>{charged}</Fact>;
  }
  if (bundle_count > 0) {
    return (
      <div>
        <Fact label={t('money.line', { name: plan.name, count: bundle_count })}>{charged}</Fact>
        <Stack gap={2} mt={4}>
          {sku_detail.map(({ sku_id, name, count, refunded_count }) => (
            <Group key={sku_id} gap={8}>
              <Text className="hint">{t('money.line', { name, count })}</Text>
              <Back count={refunded_count} />
            </Group>
          ))}
        </Stack>
      </div>
    );
  }
  return sku_detail.map(({ sku_id, name, count, price, refunded_count }) => (
    <Fact
      key={sku_id}
      label={
        <>
          {t('money.line', { name, count })} <Back count={refunded_count} />
        </>
      }
    >
      {formats.money(timesYuan(price, order.py_type === REDEEMED ? 0 : count))}
    </Fact>
  ));
}

/** How many units of a line came back; nothing when none did. */
function Back({ count }: { count: number }) {
  const { t } = useLocale('orders-after-payment');
  if (count === 0) return null;
  return (
    <Badge size="sm" color="red">
      {t('money.lineBack', { count })}
    </Badge>
  );
}
