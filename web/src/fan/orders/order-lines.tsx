import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { useFormats } from '../../language/use-formats.ts';
import { Fact } from '../../parts/fact.tsx';
import { timesYuan } from '../../parts/wire-money.ts';

type Bought = Pick<CheckedOrder, 'plan' | 'sku_detail' | 'month' | 'show_amount'>;

/** What an order is for: its models with their counts, or the months. */
export function OrderLines({ order }: { order: Bought }) {
  const { t } = useTranslation('buying');
  const formats = useFormats();
  if (order.plan.product_type === 0) {
    return (
      <Fact label={t('create.monthCount', { count: order.month })}>{formats.money(order.show_amount)}</Fact>
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
