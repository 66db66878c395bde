import { Stack, Text } from '@mantine/core';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';
import { Fact } from '../../components/fact.tsx';
import { useUpgradeText } from '../../components/orders/upgrade-text.ts';
import { lessYuan, timesYuan } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';

/** The contents of an order as they are charged: models with counts, or months; and the shipping. */
export function OrderLines({ order }: { order: CheckedOrder }) {
  const { t, formats } = useLocale('orders-buying');
  return (
    <Stack gap={8}>
      <Lines order={order} />
      {Number(order.shipping_fee) > 0 && (
        <Fact label={t('create.shipping')}>{formats.money(order.shipping_fee)}</Fact>
      )}
    </Stack>
  );
}

function Lines({ order }: { order: CheckedOrder }) {
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout']);
  const upgradeText = useUpgradeText();
  const { plan, sku_detail, month, bundle_count, total_amount, shipping_fee } = order;
  const charged = formats.money(lessYuan(total_amount, shipping_fee));
  if (plan.plan_id === '') return <Fact label={t('orders-checkout:custom.title')}>{charged}</Fact>;
  if (plan.product_type === PRODUCT_TYPE.sponsorship) {
    return <Fact label={upgradeText(order) ?? t('create.monthCount', { count: month })}>{charged}</Fact>;
  }
  if (bundle_count > 0) {
    const inside = sku_detail.map(({ name, count }) => t('create.line', { name, count }));
    return (
      <div>
        <Fact label={t('create.line', { name: plan.name, count: bundle_count })}>{charged}</Fact>
        <Text className="hint">{inside.join(' · ')}</Text>
      </div>
    );
  }
  return sku_detail.map((sku) => (
    <Fact key={sku.sku_id} label={t('create.line', { name: sku.name, count: sku.count })}>
      {formats.money(timesYuan(sku.price, sku.count))}
    </Fact>
  ));
}
