import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Order } from '#services/api/contract/orders.ts';

const COLORS = { signed: 'green', delivery_failed: 'red', returned: 'red' } as const;

/** Whether an order has still to be sent, or where its parcel is; nothing for what is sent nowhere. */
export function SendingBadge({ order, size }: { order: Order; size: 'sm' | 'md' }) {
  const { t } = useTranslation(['shipping', 'delivery']);
  const sending = order.order_attr;
  if (sending?.to_send) {
    return (
      <Badge variant="light" color="orange" size={size}>
        {t('toSend')}
      </Badge>
    );
  }
  if (!sending?.state) return null;
  const color = sending.state in COLORS ? COLORS[sending.state as keyof typeof COLORS] : 'blue'; // just asked
  return (
    <Badge variant="light" color={color} size={size}>
      {t(`delivery:state.${sending.state}`)}
    </Badge>
  );
}
