import { Text, Timeline } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconClock, IconReceipt, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { useFormats } from '../../language/use-formats.ts';
import { type Chapter, storyOf } from './story.ts';

const ICONS = {
  placed: IconReceipt,
  waiting: IconClock,
  paid: IconCheck,
  closed: IconX,
  returned: IconArrowBackUp,
  refunded: IconArrowBackUp,
} as const satisfies Record<Chapter['what'], unknown>;

/** What happened to an order, as a time line. */
export function OrderStory({ order }: { order: CheckedOrder }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const story = storyOf(order);
  return (
    <Timeline active={story.length - 1} bulletSize={32} lineWidth={2}>
      {story.map(({ what, time, amount }) => {
        const Icon = ICONS[what];
        return (
          <Timeline.Item key={what} title={t(`one.${what}`)} bullet={<Icon size={18} aria-hidden />}>
            <Text size="sm" c="dimmed">
              {t(`one.${what}Text`, {
                time: formats.dateTime(order.expires_at),
                amount: formats.money(amount ?? order.total_amount),
              })}
            </Text>
            {time !== undefined && (
              <Text size="xs" c="dimmed" className="figures" mt={4}>
                {formats.dateTime(time)}
              </Text>
            )}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
