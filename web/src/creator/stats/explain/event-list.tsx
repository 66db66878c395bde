import { Text, Timeline } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBolt,
  IconCircleCheck,
  IconClockExclamation,
  type IconProps,
  IconReceipt,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Order } from '#services/contract/orders/orders.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { actorOf, amountOf, type ExplainedEvent, sentenceOf } from './event-words.ts';

const ICONS: Record<string, ComponentType<IconProps>> = {
  OrderPlaced: IconReceipt,
  OrderPaid: IconCircleCheck,
  OrderCancelled: IconX,
  OrderRefunded: IconArrowBackUp,
  LatePaymentReceived: IconClockExclamation,
  LatePaymentReturned: IconArrowBackUp,
};

/** The events of an order, each with time and actor. */
export function EventList({ order, events }: { order: Order; events: readonly ExplainedEvent[] }) {
  const { t, formats } = useLocale('stats-explain');
  return (
    <Timeline bulletSize={28} lineWidth={2} active={events.length}>
      {events.map((event) => {
        const Icon = ICONS[event.type] ?? IconBolt;
        const sentence = sentenceOf(event);
        const amount = amountOf(event);
        const actor = actorOf(event.actor, order.user, order.creator.user_id);
        return (
          <Timeline.Item
            key={event.id}
            bullet={<Icon size={16} aria-hidden />}
            title={
              <Text size="sm" fw={650} component="span">
                {sentence === undefined ? event.type : t(sentence)}
                {amount !== undefined && <span className="figures"> {formats.money(amount)}</span>}
              </Text>
            }
          >
            <Text className="footnote figures">{formats.dateTime(event.time)}</Text>
            <Text className="footnote">{t(actor.key, { name: actor.name })}</Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
