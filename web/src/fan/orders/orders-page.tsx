import { Container, EmptyState, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { myOrdersQuery, pagesOf } from '../../api/orders.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Shapes } from '../../parts/shapes.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import { OrderCard } from './order-card.tsx';

const route = getRouteApi('/dashboard/order/');
const STATUSES = [1, 2, 3] as const;

/** The fan's own orders, newest first; state and page stand in the address. */
export function OrdersPage() {
  const { t } = useTranslation('orders');
  usePageTitle(t('title'));
  const { page = 1, status } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({ ...myOrdersQuery({ page, status }), placeholderData: keepPreviousData });
  return (
    <Container size="md" py="xl">
      <Stack gap="lg">
        <div>
          <Title order={1}>{t('title')}</Title>
          <Text c="dimmed">{t('text')}</Text>
        </div>
        <SegmentedControl
          aria-label={t('filter')}
          value={String(status ?? '')}
          onChange={(chosen) =>
            void navigate({ search: { status: chosen === '' ? undefined : Number(chosen) } })
          }
          data={[
            { value: '', label: t('all') },
            ...STATUSES.map((one) => ({ value: String(one), label: t(`status.${one}`) })),
          ]}
        />
        <Loaded
          query={query}
          skeleton={
            <Stack>
              <Shapes count={3} height={168} />
            </Stack>
          }
          isEmpty={({ list }) => list.length === 0}
          empty={
            <EmptyState
              size="lg"
              variant="light"
              py={48}
              icon={<IconReceipt aria-hidden />}
              title={status === undefined ? t('empty') : t('emptyStatus')}
              description={status === undefined ? t('emptyText') : undefined}
            >
              <EmptyState.Actions>
                <ButtonLink to="/explore">{t('explore')}</ButtonLink>
              </EmptyState.Actions>
            </EmptyState>
          }
        >
          {({ list, total_count }) => (
            <Stack>
              {list.map((order) => (
                <OrderCard key={order.out_trade_no} order={order} />
              ))}
              <Pages
                total={pagesOf(total_count)}
                page={page}
                onPage={(chosen) => void navigate({ search: (before) => ({ ...before, page: chosen }) })}
              />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Container>
  );
}
