import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS } from '#events/status.ts';
import type { Order } from '#services/contract/orders/orders.ts';
import { SendingBadge } from '../../components/delivery/sending-badge.tsx';

/** The state of an order in a word; refunds count. */
export function useStatusWord(): (order: Order) => string {
  const { t } = useTranslation('orders-received');
  return ({ status, refunded_amount, total_amount }) => {
    if (status === ORDER_STATUS.pending) return t('status.pending');
    if (status === ORDER_STATUS.cancelled) return t('status.cancelled');
    const refunded = Number(refunded_amount);
    if (refunded === 0) return t('status.success');
    return t(refunded < Number(total_amount) ? 'status.partRefund' : 'status.refund');
  };
}

const colorOf = ({ status, refunded_amount }: Order): string => {
  if (status === ORDER_STATUS.pending) return 'orange';
  if (status === ORDER_STATUS.cancelled) return 'gray';
  return Number(refunded_amount) > 0 ? 'red' : 'green';
};

/** The state of an order, in words and colour. */
export function OrderStatus({ order, size = 'md' }: { order: Order; size?: 'sm' | 'md' }) {
  const { t } = useTranslation(['orders-received', 'delivery-shipping']);
  const wordOf = useStatusWord();
  return (
    <Group gap={4}>
      <Badge color={colorOf(order)} size={size}>
        {wordOf(order)}
      </Badge>
      <SendingBadge
        order={order}
        size={size}
        toSend={t(order.ext.address === null ? 'noAddress' : 'delivery-shipping:toSend')}
      />
      {order.imported && (
        <Badge variant="outline" color="gray" size={size}>
          {t('imported')}
        </Badge>
      )}
    </Group>
  );
}
