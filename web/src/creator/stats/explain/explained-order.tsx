import { Accordion, Badge, Group, Stack, Text } from '@mantine/core';
import type { z } from 'zod';
import type { explainedOrder, StatName } from '#services/contract/stats/calls.ts';
import { DotList } from '../../../components/dot-list.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { usePlanName } from '../../../components/orders/plan-name.ts';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { CodeBadge } from '../../affiliates/code-badge.tsx';
import { EventList } from './event-list.tsx';

interface Props {
  /** Of its line in the list: an order has one for its payment, and one for each refund. */
  value: string;
  figure: StatName;
  explained: z.infer<typeof explainedOrder>;
}

export const isMoney = (figure: StatName): boolean =>
  figure === 'gross' || figure === 'net' || figure === 'refunds' || figure === 'recurring';

/** One payment or refund of a figure: its part, and the events of its order when opened. */
export function ExplainedOrder({ value, figure, explained }: Props) {
  const { t, formats } = useLocale('stats-explain');
  const planName = usePlanName();
  const { order, contribution, time, events } = explained;
  const added = isMoney(figure) ? formats.money(contribution) : formats.number(Number(contribution));
  const negative = contribution.startsWith('-');
  const counted = !isMoney(figure) && added === '1';
  return (
    <Accordion.Item value={value}>
      <Accordion.Control>
        <Group wrap="nowrap" gap="sm" mr="sm">
          <PersonPicture name={order.user.name} src={order.user.avatar} seed={order.user.user_id} size={36} />
          <Stack gap={0} miw={0} flex={1}>
            <Text>{order.user.name}</Text>
            <Text className="footnote">
              <DotList
                parts={[planName(order), negative ? t('event.refunded') : '', formats.dateTime(time)]}
              />
            </Text>
            <CodeBadge order={order} mt={4} />
          </Stack>
          {order.imported && <Badge color="gray">{t('imported')}</Badge>}
          {!counted && (
            <Text
              fw={650}
              className="figures"
              style={{ flexShrink: 0 }}
              c={negative ? 'var(--fw-bad)' : undefined}
            >
              {negative ? added : `+${added}`}
            </Text>
          )}
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="md">
          <EventList order={order} events={events} />
          <Group justify="space-between" gap="xs">
            <Text className="footnote figures" style={{ overflowWrap: 'anywhere' }}>
              {t('number', { number: order.out_trade_no })}
            </Text>
            <AnchorLink to="/dashboard/sponsored-bill" search={{ order: order.out_trade_no }} size="sm">
              {t('openOrder')}
            </AnchorLink>
          </Group>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
