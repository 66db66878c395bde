import { Stack, Text } from '@mantine/core';
import type { Order } from '#services/contract/orders/orders.ts';
import { Fact } from '../../components/fact.tsx';
import { useLocale } from '../../language/use-locale.ts';

/** The affiliate code and commission of an order; nothing without a code. */
export function AffiliatePart({ order: { affiliate } }: { order: Pick<Order, 'affiliate'> }) {
  const { t, formats } = useLocale('affiliates');
  if (affiliate === null) return null;
  const { code, rate, partner_name, commission } = affiliate;
  return (
    <Stack gap="xs">
      <Text fw={650}>{t('order.title')}</Text>
      <Fact label={t('order.partner')}>{partner_name}</Fact>
      <Fact label={t('order.code')}>
        <Text span inherit ff="monospace">
          {code}
        </Text>
      </Fact>
      <Fact label={t('order.commission', { rate: formats.percent(rate / 100) })}>
        {formats.money(commission)}
      </Fact>
    </Stack>
  );
}
