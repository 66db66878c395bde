import { Badge } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { REFUND_STATE } from '#events/status.ts';
import type { Order } from '#services/contract/orders/order-list.ts';

/** Whether an order was partly or fully refunded; empty without a refund. */
export function RefundBadge({ state }: { state: Order['refund_state'] }) {
  const { t } = useTranslation('orders-after-payment');
  if (state === REFUND_STATE.none) return null;
  return (
    <Badge color="red" size="lg" leftSection={<IconArrowBackUp size={14} aria-hidden />}>
      {t(`refundState.${state}`)}
    </Badge>
  );
}
