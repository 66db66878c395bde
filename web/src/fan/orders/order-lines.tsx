import { Stack, Text } from '@mantine/core';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { CheckedOrder } from '#services/api/orders/contract/orders.ts';
import { Fact } from '../../components/fact.tsx';
import { timesYuan } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';

type Bought = Pick<
  CheckedOrder,
  'plan' | 'sku_detail' | 'month' | 'show_amount' | 'bundle_count' | 'is_upgrade'
>;

/** The contents of an order: models with counts, or months. */
export function OrderLines({ order }: { order: Bought }) {
  const { t, formats } = useLocale(['buying', 'checkout']);
  if (order.plan.product_type === PRODUCT_TYPE.sponsorship) {
    return (
      <Fact
        label={t(order.is_upgrade ? 'checkout:line.upgrade' : 'create.monthCount', { count: order.month })}
      >
        {formats.money(order.show_amount)}
      </Fact>
    );
  }
  if (order.bundle_count > 0) {
    const inside = order.sku_detail.map(({ name, count }) => t('create.line', { name, count }));
    return (
      <div>
        <Fact label={t('create.line', { name: order.plan.name, count: order.bundle_count })}>
          {formats.money(order.show_amount)}
        </Fact>
        <Text className="hint">{inside.join(' · ')}</Text>
      </div>
    );
  }
  return (
    <Stack gap={8}>
      {order.sku_detail.map((sku) => (
        <Fact key={sku.sku_id} label={t('create.line', { name: sku.name, count: sku.count })}>
          {formats.money(timesYuan(sku.price, sku.count))}
        </Fact>
      ))}
    </Stack>
  );
}
