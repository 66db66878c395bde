import { Badge, Group, Paper, Text } from '@mantine/core';
import type { OrderToRefund } from '#services/contract/refunds/calls.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { ManualRefund } from './manual-refund.tsx';
import { SharesPart } from './shares-part.tsx';

/** The order's refunds, newest first: reason, person, shares, and the event. */
export function EarlierRefunds({ order }: { order: OrderToRefund }) {
  const { t, formats } = useLocale(['finance', 'audit-event']);
  return (
    <Section title={t('refunds.past')}>
      {order.refunds.length === 0 && <Text c="dimmed">{t('refunds.noPast')}</Text>}
      {order.refunds
        .toReversed()
        .map(({ refund_id, amount, shares, reason, by, time, position, sent_at, has_failed }) => (
          <Paper key={refund_id} withBorder p="md" component="article">
            <Group justify="space-between" gap="xs">
              <Text className="figures" fw={650}>
                −{formats.money(amount)}
              </Text>
              <Badge color={sent_at !== null ? 'green' : has_failed ? 'red' : 'orange'}>
                {sent_at === null
                  ? t(has_failed ? 'refunds.failed' : 'refunds.open')
                  : t('refunds.sent', { time: formats.dateTime(sent_at) })}
              </Badge>
            </Group>
            {reason !== '' && <Text style={{ overflowWrap: 'anywhere' }}>{reason}</Text>}
            <SharesPart shares={shares} order={order} />
            {sent_at === null && by !== 'import' && (
              <ManualRefund
                out_trade_no={order.out_trade_no}
                refund_id={refund_id}
                time={has_failed ? 0 : time}
              />
            )}
            <Text className="footnote figures">
              {formats.dateTime(time)} · {t(`refunds.by.${by}`)} ·{' '}
              <AnchorLink
                to="/finance/audit"
                search={{ proof: String(position) }}
                size="xs"
                underline="always"
              >
                {t('audit-event:position', { position })}
              </AnchorLink>
            </Text>
          </Paper>
        ))}
    </Section>
  );
}
