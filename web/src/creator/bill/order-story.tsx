import { Text, Timeline } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconClock, IconReceipt, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#services/api/contract/orders.ts';
import { ORDER_STATUS } from '../../api/orders.ts';
import { useFormats } from '../../language/use-formats.ts';

/** What happened to an order, first to last. */
export function OrderStory({ order }: { order: Order }) {
  const { t } = useTranslation('bill');
  const formats = useFormats();
  const { status, paid_at, create_time, expires_at, refunded_amount, total_amount } = order;
  const at = (seconds: number) => (
    <Text size="xs" c="dimmed" className="figures">
      {formats.dateTime(seconds)}
    </Text>
  );
  return (
    <Timeline bulletSize={28} lineWidth={2} active={9}>
      <Timeline.Item bullet={<IconReceipt size={16} aria-hidden />} title={t('story.placed')}>
        {at(create_time)}
      </Timeline.Item>
      {status === ORDER_STATUS.pending && (
        <Timeline.Item bullet={<IconClock size={16} aria-hidden />} title={t('story.waiting')}>
          <Text size="xs" c="dimmed" className="figures">
            {t('story.until', { time: formats.dateTime(expires_at) })}
          </Text>
        </Timeline.Item>
      )}
      {paid_at !== null && (
        <Timeline.Item
          bullet={<IconCircleCheck size={16} aria-hidden />}
          title={t('story.paid', { amount: formats.money(total_amount) })}
        >
          {at(paid_at)}
        </Timeline.Item>
      )}
      {status === ORDER_STATUS.cancel && (
        <Timeline.Item bullet={<IconX size={16} aria-hidden />} title={t('story.cancelled')}>
          <Text size="xs" c="dimmed">
            {t('story.nothingKept')}
          </Text>
        </Timeline.Item>
      )}
      {Number(refunded_amount) > 0 && (
        <Timeline.Item
          bullet={<IconArrowBackUp size={16} aria-hidden />}
          title={t('story.refunded', { amount: formats.money(refunded_amount) })}
        />
      )}
    </Timeline>
  );
}
