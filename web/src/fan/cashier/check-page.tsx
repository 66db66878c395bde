import { Alert, Container, Group, Paper, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { ORDER_STATUS, orderQuery } from '../../api/orders.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { useFormats } from '../../language/use-formats.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { OrderTickets } from '../tickets/order-tickets.tsx';
import { Got } from './got.tsx';
import { NoOrder } from './no-payment.tsx';

const route = getRouteApi('/order/check');

/** How it ended: what one got and what comes next; also money that came too late and went back. */
export function CheckPage() {
  const { out_trade_no = '' } = route.useSearch();
  const query = useQuery({ ...orderQuery(out_trade_no), enabled: out_trade_no !== '' });
  if (out_trade_no === '' || isRefusal(query.error, EC.notFound, EC.badInput)) return <NoOrder />;
  return (
    <Container size={560} py={{ base: 'lg', sm: 56 }}>
      <Loaded query={query} skeleton={<Skeleton height={420} radius="lg" />}>
        {(order) => <Outcome order={order} />}
      </Loaded>
    </Container>
  );
}

const LOOKS = {
  paid: { color: 'green', icon: IconCheck },
  pending: { color: 'brand', icon: IconClock },
  closed: { color: 'gray', icon: IconX },
  returned: { color: 'orange', icon: IconArrowBackUp },
} as const;

function outcomeOf(order: CheckedOrder): keyof typeof LOOKS {
  if (order.status === ORDER_STATUS.success) return 'paid';
  if (order.status === ORDER_STATUS.pending) return 'pending';
  return Number(order.returned_amount) > 0 ? 'returned' : 'closed';
}

function Outcome({ order }: { order: CheckedOrder }) {
  const { t } = useTranslation('buying');
  const formats = useFormats();
  const outcome = outcomeOf(order);
  usePageTitle(t(`check.${outcome}`));
  const { color, icon: Icon } = LOOKS[outcome];
  const { creator, out_trade_no } = order;
  const text = t(`check.${outcome}Text`, {
    name: creator.name,
    amount: formats.money(order.returned_amount),
  });
  return (
    <Paper withBorder p={{ base: 'lg', xs: 'xl' }} shadow="sm">
      <Stack gap="lg">
        <Stack align="center" gap="xs" role="status">
          <ThemeIcon size={72} radius={999} color={color} variant="light">
            <Icon size={40} aria-hidden />
          </ThemeIcon>
          <Title order={1} ta="center" fz={26}>
            {t(`check.${outcome}`)}
          </Title>
          {outcome !== 'returned' && (
            <Text c="dimmed" ta="center">
              {text}
            </Text>
          )}
        </Stack>
        {outcome === 'returned' && <Alert color="orange">{text}</Alert>}
        <Got order={order} />
        <OrderTickets order={order} />
        <Group grow>
          {outcome === 'pending' && (
            <ButtonLink to="/cashier" search={{ out_trade_no }}>
              {t('check.toPay')}
            </ButtonLink>
          )}
          <ButtonLink
            to="/dashboard/order/$outTradeNo"
            params={{ outTradeNo: out_trade_no }}
            variant={outcome === 'paid' ? 'filled' : 'light'}
          >
            {t('check.order')}
          </ButtonLink>
        </Group>
        <ButtonLink to="/u/$userId" params={{ userId: creator.user_id }} variant="subtle">
          {t('check.creator', { name: creator.name })}
        </ButtonLink>
      </Stack>
    </Paper>
  );
}
