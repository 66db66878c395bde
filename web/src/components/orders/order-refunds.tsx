import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Order } from '#services/contract/orders/order-list.ts';
import { useLocale } from '../../language/use-locale.ts';

/** Every refund of an order: how much, why, and whether the money has gone. */
export function OrderRefunds({ refunds }: { refunds: Order['refunds'] }) {
  const { t, formats } = useLocale('orders-after-payment');
  return (
    <Stack gap="sm">
      {refunds.map(({ refund_id, amount, reason, time, sent_at }) => (
        <Group key={refund_id} justify="space-between" align="flex-start" gap="xs">
          <div style={{ flex: '1 1 160px', minWidth: 0 }}>
            <Text className="figures" fw={650}>
              −{formats.money(amount)}
            </Text>
            <Text className="footnote figures">{formats.dateTime(sent_at ?? time)}</Text>
            {reason !== '' && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {reason}
              </Text>
            )}
          </div>
          <Badge color={sent_at === null ? 'orange' : 'green'}>
            {t(sent_at === null ? 'refunds.open' : 'refunds.sent')}
          </Badge>
        </Group>
      ))}
    </Stack>
  );
}
