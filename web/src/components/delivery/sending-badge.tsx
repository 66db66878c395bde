import { Badge } from '@mantine/core';
import type { Order } from '#services/contract/orders/orders.ts';
import { useParcelText } from './parcel-text.ts';

const COLORS = { signed: 'green', delivery_failed: 'red', returned: 'red' } as const;

interface Props {
  order: Order;
  size: 'sm' | 'md' | 'lg';
  /** The text for an unshipped order: it differs for fan and creator. */
  toSend: string;
}

/** Whether an order is unshipped, or the state of its parcel; nothing without shipping. */
export function SendingBadge({ order, size, toSend }: Props) {
  const textOf = useParcelText();
  const sending = order.order_attr;
  if (sending?.to_send) {
    return (
      <Badge color="orange" size={size}>
        {toSend}
      </Badge>
    );
  }
  if (!sending?.state) return null;
  const color = sending.state in COLORS ? COLORS[sending.state as keyof typeof COLORS] : 'blue'; // checked above
  return (
    <Badge color={color} size={size}>
      {textOf(sending.state)}
    </Badge>
  );
}
