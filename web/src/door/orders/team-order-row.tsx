import { Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Order } from '#services/api/orders/contract/order-list.ts';
import { Name } from '../../components/name.tsx';
import { OrderStatus } from '../../fan/orders/order-status.tsx';
import { useFormats } from '../../language/use-formats.ts';

/** An order in the team's view: fan, contents and state. */
export function TeamOrderRow({ order }: { order: Order }) {
  const { t } = useTranslation('door');
  const formats = useFormats();
  const { user, plan, sku_detail, status, total_amount, create_time, out_trade_no, remark } = order;
  const what = sku_detail.map(({ name, count }) => t('orders.line', { name, count })).join(' · ');
  return (
    <Paper withBorder p="sm" radius="md">
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Stack gap={2} style={{ minWidth: 0 }}>
          <Name fw={650}>{user.name}</Name>
          <Text size="sm">{[plan.name, what].filter((part) => part !== '').join(' · ')}</Text>
          {remark !== '' && <Text size="sm">{remark}</Text>}
          <Text size="xs" c="dimmed" className="figures">
            {formats.dateTime(create_time)} · {out_trade_no}
          </Text>
        </Stack>
        <Stack gap={4} align="flex-end" style={{ flexShrink: 0 }}>
          <OrderStatus status={status} />
          <Text className="figures amount">{formats.money(total_amount)}</Text>
        </Stack>
      </Group>
    </Paper>
  );
}
