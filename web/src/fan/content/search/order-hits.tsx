import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listCreatorOrders, listMyOrders, type Order } from '#services/contract/orders/order-list.ts';
import { endlessOf } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import cardClasses from '../../../components/catalog/creator-card.module.css';
import { Collection } from '../../../components/collection.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { OrderStatus } from '../../orders/order-status.tsx';

const A_PAGE = 10;

const route = getRouteApi('/search');

/** An order: bought ones lead to their page, received ones to the list of them. */
function Row({ order, isReceived }: { order: Order; isReceived: boolean }) {
  const { t, formats } = useLocale('content-search');
  const { out_trade_no, plan, creator, user, total_amount, status, create_time } = order;
  const name = plan.name === '' ? t('custom') : plan.name;
  return (
    <Paper withBorder p="md" component="article" className={cardClasses.card}>
      <Group justify="space-between" gap="md" align="flex-start">
        <div style={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text component="h3" fw={650}>
            {isReceived ? (
              <Link
                to="/dashboard/sponsored-bill"
                search={{ search_q: out_trade_no, search_param_type: 'order_id' }}
                className={cardClasses.name}
              >
                {name}
              </Link>
            ) : (
              <Link
                to="/dashboard/order/$outTradeNo"
                params={{ outTradeNo: out_trade_no }}
                className={cardClasses.name}
              >
                {name}
              </Link>
            )}
          </Text>
          <Text className="hint figures">
            {(isReceived ? user : creator).name} · {formats.dateTime(create_time)}
          </Text>
          <Text className="hint figures">{out_trade_no}</Text>
        </div>
        <Stack gap={4} align="flex-end">
          <Text fw={650} className="figures">
            {formats.money(total_amount)}
          </Text>
          <OrderStatus status={status} />
        </Stack>
      </Group>
    </Paper>
  );
}

function Received({ q }: { q: string }) {
  const { t } = useLocale('content-search');
  const { search_param_type = '' } = route.useSearch();
  const query = useInfiniteQuery(
    endlessOf(listCreatorOrders, { search_q: q, search_param_type, per_page: A_PAGE }),
  );
  return (
    <Stack component="section" gap="sm">
      <Title order={2} fz="lg">
        {t('received')}
      </Title>
      <Collection
        query={query}
        waiting={{ count: 2, height: 96 }}
        gap="sm"
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={t('noneReceived')}
        more={query}
      >
        {({ pages }) =>
          pages
            .flatMap(({ list }) => list)
            .map((order) => <Row key={order.out_trade_no} order={order} isReceived />)
        }
      </Collection>
    </Stack>
  );
}

function Bought({ q }: { q: string }) {
  const { t } = useLocale('content-search');
  const query = useInfiniteQuery(endlessOf(listMyOrders, { search_q: q, per_page: A_PAGE }));
  return (
    <Collection
      query={query}
      waiting={{ count: 2, height: 96 }}
      gap="sm"
      isEmpty={({ pages }) => pages[0]?.list.length === 0}
      nothing={{
        icon: <IconReceipt aria-hidden />,
        title: t('none.order', { words: q }),
        text: t('orderText'),
      }}
      more={query}
    >
      {({ pages }) =>
        pages
          .flatMap(({ list }) => list)
          .map((order) => <Row key={order.out_trade_no} order={order} isReceived={false} />)
      }
    </Collection>
  );
}

/** Own orders by number, plan or creator; of a creator the received ones, too. */
export function OrderHits({ q }: { q: string }) {
  const { t } = useLocale('content-search');
  const profile = useProfile();
  if (profile === null)
    return (
      <Stack align="flex-start">
        <Text c="dimmed">{t('signIn')}</Text>
        <ButtonLink to="/login" search={{ back: `/search?search_type=order&q=${encodeURIComponent(q)}` }}>
          {t('signInAction')}
        </ButtonLink>
      </Stack>
    );
  return (
    <Stack gap="lg">
      {profile?.creator && <Received q={q} />}
      <Stack component="section" gap="sm">
        {profile?.creator && (
          <Title order={2} fz="lg">
            {t('bought')}
          </Title>
        )}
        <Bought q={q} />
      </Stack>
    </Stack>
  );
}
