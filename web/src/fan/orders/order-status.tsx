import { Badge } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS } from '#events/status.ts';

const LOOKS = {
  [ORDER_STATUS.pending]: { color: 'orange', icon: IconClock },
  [ORDER_STATUS.success]: { color: 'green', icon: IconCheck },
  [ORDER_STATUS.cancelled]: { color: 'gray', icon: IconX },
} as const;

const isStatus = (status: number): status is keyof typeof LOOKS => status in LOOKS;

/** An order's state in a word; empty for one that this version does not know. */
export function useStatusWord(): (status: number) => string {
  const { t } = useTranslation('orders');
  return (status) => (isStatus(status) ? t(`status.${status}`) : '');
}

/** An order's state in a word, a colour and a sign. */
export function OrderStatus({ status }: { status: number }) {
  const wordOf = useStatusWord();
  if (!isStatus(status)) return null;
  const { color, icon: Icon } = LOOKS[status];
  return (
    <Badge color={color} size="lg" style={{ flexShrink: 0 }} leftSection={<Icon size={14} aria-hidden />}>
      {wordOf(status)}
    </Badge>
  );
}
