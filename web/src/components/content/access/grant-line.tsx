import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AccessGrant } from '#services/contract/content/access.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { AnchorLink } from '../../links.tsx';

/** A link to an order, at a page that the reader of the explanation may open. */
export type OrderLink = (out_trade_no: string) => ReactNode;

const dashboardOrder: OrderLink = (outTradeNo) => (
  <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo }} size="sm">
    {outTradeNo}
  </AnchorLink>
);

interface Props {
  grant: AccessGrant;
  /** Default: the page of buyer and creator. */
  orderLink?: OrderLink | undefined;
}

/** A membership or a purchase: whether it opens the post, or why not, with its order and times. */
export function GrantLine({ grant, orderLink = dashboardOrder }: Props) {
  const { t, formats } = useLocale('content-access');
  const { kind, name, verdict, out_trade_no, from, until, ended_time, ended_by, monthly_amount } = grant;
  const times = {
    refunded: ended_time,
    replaced: ended_time,
    ended: until,
    not_begun: from,
  } as Readonly<Record<string, number>>;
  const says = t(`verdict.${verdict}`, {
    time: formats.dateTime(times[verdict] ?? 0),
    price: formats.money(monthly_amount),
  });
  const span =
    until === NEVER_ENDS
      ? t('since', { from: formats.date(from) })
      : t('span', { from: formats.date(from), until: formats.date(until) });
  return (
    <Paper withBorder p="sm">
      <Stack gap={4}>
        <Group justify="space-between" gap="xs">
          <Text fw={650} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {name === '' ? t(`kind.${kind}`) : t(`named.${kind}`, { name })}
          </Text>
          <Badge
            color={verdict === 'opens' ? 'green' : 'gray'}
            style={{ height: 'auto' }}
            styles={{ label: { whiteSpace: 'normal' } }}
          >
            {says}
          </Badge>
        </Group>
        <Text size="sm" className="figures">
          {span}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('order')} {orderLink(out_trade_no)}
          {verdict === 'replaced' && (
            <>
              {' · '}
              {t('by')} {orderLink(ended_by)}
            </>
          )}
        </Text>
      </Stack>
    </Paper>
  );
}
