import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS } from '#events/status.ts';
import type { Order } from '#services/contract/orders/orders.ts';
import { SendingBadge } from '../../components/delivery/sending-badge.tsx';

/** The state of an order, in words and colour. */
export function OrderStatus({ order, size = 'md' }: { order: Order; size?: 'sm' | 'md' }) {
  const { t } = useTranslation(['orders-received', 'delivery-shipping']);
  const { status, refunded_amount, total_amount, imported } = order;
  const refunded = Number(refunded_amount);
  return (
    <Group gap={4}>
      {status === ORDER_STATUS.pending && (
        <Badge color="orange" size={size}>
          {t('status.pending')}
        </Badge>
      )}
      {status === ORDER_STATUS.cancelled && (
        <Badge color="gray" size={size}>
          {t('status.cancelled')}
        </Badge>
      )}
      {status === ORDER_STATUS.success && (
        <Badge color={refunded > 0 ? 'red' : 'green'} size={size}>
          {t(
            refunded === 0
              ? 'status.success'
              : refunded < Number(total_amount)
                ? 'status.partRefund'
                : 'status.refund',
          )}
        </Badge>
      )}
      <SendingBadge
        order={order}
        size={size}
        toSend={t(order.ext.address === null ? 'noAddress' : 'delivery-shipping:toSend')}
      />
      {imported && (
        <Badge variant="outline" color="gray" size={size}>
          {t('imported')}
        </Badge>
      )}
    </Group>
  );
}
