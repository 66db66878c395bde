import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Order } from '#services/api/orders/contract/order-list.ts';
import { OrderStatus } from '../fan/orders/order-status.tsx';
import { useFormats } from '../language/use-formats.ts';

interface Props {
  orders: readonly Order[];
  onOpen: (out_trade_no: string) => void;
}

/** A person's orders; each opens. */
export function OrderList({ orders, onOpen }: Props) {
  const { t } = useTranslation('support');
  const formats = useFormats();
  return (
    <Stack gap="xs">
      {orders.map(({ out_trade_no, plan, status, total_amount, create_time }) => (
        <UnstyledButton
          key={out_trade_no}
          onClick={() => onOpen(out_trade_no)}
          py="xs"
          style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
        >
          <Group justify="space-between" gap="xs">
            <div style={{ minWidth: 0 }}>
              <Text fw={650}>{plan.name || t('custom')}</Text>
              <Text size="sm" c="dimmed" className="figures" style={{ overflowWrap: 'anywhere' }}>
                {formats.dateTime(create_time)} · {out_trade_no}
              </Text>
            </div>
            <Group gap="sm">
              <OrderStatus status={status} />
              <Text className="figures amount" fw={650}>
                {formats.money(total_amount)}
              </Text>
            </Group>
          </Group>
        </UnstyledButton>
      ))}
    </Stack>
  );
}
