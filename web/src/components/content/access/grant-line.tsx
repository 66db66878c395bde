import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import type { AccessGrant } from '#services/contract/content/access.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { AnchorLink } from '../../links.tsx';

function OrderLink({ number }: { number: string }) {
  return (
    <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: number }} size="sm">
      {number}
    </AnchorLink>
  );
}

/** A membership or a purchase: whether it opens the post, or why not, with its order and times. */
export function GrantLine({ grant }: { grant: AccessGrant }) {
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
          {t('order')} <OrderLink number={out_trade_no} />
          {verdict === 'replaced' && (
            <>
              {' · '}
              {t('by')} <OrderLink number={ended_by} />
            </>
          )}
        </Text>
      </Stack>
    </Paper>
  );
}
