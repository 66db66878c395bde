import { Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { ORDER_STATUS } from '../../api/orders.ts';
import { useFormats } from '../../language/use-formats.ts';
import { Fact } from '../../parts/fact.tsx';
import { OrderNumber } from '../../parts/order-number.tsx';

/** What the order brought, what was paid for it and when. */
export function Got({ order }: { order: CheckedOrder }) {
  const { t } = useTranslation('buying');
  const formats = useFormats();
  const paid = order.status === ORDER_STATUS.success;
  return (
    <Paper p="md" bg="var(--fw-wash)" radius="md">
      <Stack gap="xs">
        {paid && <Text fw={650}>{t('check.got')}</Text>}
        {order.plan.product_type === 0 ? (
          <Text>{t('check.months', { count: order.month, name: order.plan.name })}</Text>
        ) : (
          <>
            <Text>{order.plan.name}</Text>
            {order.sku_detail.map((sku) => (
              <Text key={sku.sku_id} size="sm">
                {t('create.line', { name: sku.name, count: sku.count })}
              </Text>
            ))}
          </>
        )}
        <Fact label={t(paid ? 'check.amount' : 'check.orderAmount')}>
          {formats.money(order.total_amount)}
        </Fact>
        {order.paid_at !== null && <Fact label={t('check.time')}>{formats.dateTime(order.paid_at)}</Fact>}
        <OrderNumber number={order.out_trade_no} />
      </Stack>
    </Paper>
  );
}
