import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { listCreatorOrders } from '#services/contract/orders/order-list.ts';
import type { Order } from '#services/contract/orders/orders.ts';
import { queryOf } from '../../api/queries.ts';
import { DotList } from '../../components/dot-list.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Name } from '../../components/name.tsx';
import { usePlanName } from '../../components/orders/plan-name.ts';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useFormats } from '../../language/use-locale.ts';
import { OrderStatus } from '../orders/order-status.tsx';
import classes from './newest-orders.module.css';

const SHOWN = 12;

export const newestQuery = queryOf(listCreatorOrders, { page: 1, per_page: SHOWN });

/** The newest orders; one that comes while the page is open lights up. */
export function NewestOrders() {
  const { t } = useTranslation('stats');
  const query = useQuery(newestQuery);
  const isNew = useArrivals(query.data?.list);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="newest">
      <Group justify="space-between" mb="md">
        <Group gap={8}>
          <Title order={2} fz="lg" id="newest">
            {t('newest.title')}
          </Title>
          <span className={classes.live} aria-hidden />
          <Text className="footnote">{t('newest.live')}</Text>
        </Group>
        <AnchorLink to="/dashboard/sponsored-bill" size="sm">
          {t('newest.all')}
        </AnchorLink>
      </Group>
      <Loaded
        query={query}
        skeleton={<Skeleton height={320} />}
        isEmpty={({ list }) => list.length === 0}
        empty={
          <Text c="dimmed" py="lg" ta="center">
            {t('newest.empty')}
          </Text>
        }
      >
        {({ list }) => (
          <Stack gap={0} aria-live="polite" aria-relevant="additions">
            {list.map((order) => (
              <Row key={order.out_trade_no} order={order} arrived={isNew(order)} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}

function Row({ order, arrived }: { order: Order; arrived: boolean }) {
  const formats = useFormats();
  const planName = usePlanName();
  return (
    <Link
      to="/dashboard/sponsored-bill"
      search={{ order: order.out_trade_no }}
      data-row
      className={arrived ? `${classes.row} ${classes.arrived}` : classes.row}
    >
      <PersonPicture name={order.user.name} src={order.user.avatar} seed={order.user.user_id} size={36} />
      <div style={{ minWidth: 0, flex: 1 }}>
        <Name>{order.user.name}</Name>
        <Text className="footnote">
          <DotList parts={[planName(order), formats.dateTime(order.paid_at ?? order.create_time)]} />
        </Text>
      </div>
      <Stack gap={2} align="flex-end" style={{ flexShrink: 0 }}>
        <Text fw={650} className="figures amount">
          {formats.money(order.total_amount)}
        </Text>
        <OrderStatus order={order} size="sm" />
      </Stack>
    </Link>
  );
}

/** Whether an order was placed or paid after the page was opened. */
function useArrivals(list: readonly Order[] | undefined): (order: Order) => boolean {
  const mark = (order: Order): string => `${order.out_trade_no} ${order.status}`;
  const known = useRef<Set<string>>(undefined);
  const fresh = useRef(new Set<string>());
  if (list !== undefined && known.current !== undefined) {
    for (const order of list) if (!known.current.has(mark(order))) fresh.current.add(mark(order));
  }
  useEffect(() => {
    if (list === undefined) return;
    known.current ??= new Set();
    for (const order of list) known.current.add(mark(order));
  });
  return (order) => fresh.current.has(mark(order));
}
