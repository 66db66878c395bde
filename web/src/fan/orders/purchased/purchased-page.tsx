import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconShoppingBag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PRODUCT_TYPE } from '#events/status.ts';
import { listPurchases, type Purchased } from '#services/contract/orders/purchases.ts';
import { queryOf } from '../../../api/queries.ts';
import { Collection } from '../../../components/collection.tsx';
import { OpenedPosts } from '../../../components/content/opened-posts.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import type { SearchState } from '../../../shell/search.ts';
import { AccountFrame } from '../../frame/account-frame.tsx';

const A_PAGE = 24;

export interface PurchasedSearch {
  page?: number | undefined;
  product_type?: number | undefined;
}

const KINDS = [
  { value: '', label: 'purchased.all' },
  { value: '1', label: 'purchased.goods' },
  { value: '2', label: 'purchased.bundles' },
  { value: '4', label: 'purchased.tickets' },
] as const;

/** /dashboard/purchased: every model that the fan has bought, with the way to its content. */
export function PurchasedPage({ search, onSearch }: SearchState<PurchasedSearch>) {
  const { t } = useLocale('orders-after-payment');
  const { page = 1, product_type } = search;
  const query = useQuery(queryOf(listPurchases, { page, per_page: A_PAGE, product_type }));
  return (
    <AccountFrame title={t('purchased.title')} text={t('purchased.text')}>
      <SegmentedControl
        aria-label={t('purchased.kind')}
        style={{ alignSelf: 'flex-start' }}
        value={String(product_type ?? '')}
        onChange={(kind) => onSearch({ product_type: kind === '' ? undefined : Number(kind) })}
        data={KINDS.map(({ value, label }) => ({ value, label: t(label) }))}
      />
      <Collection
        query={query}
        waiting={{ count: 6, height: 248 }}
        cols={{ base: 1, xs: 2, md: 3 }}
        nothing={{
          icon: <IconShoppingBag aria-hidden />,
          title: t(product_type === undefined ? 'purchased.empty' : 'purchased.emptyKind'),
          text: product_type === undefined ? t('purchased.emptyText') : undefined,
          action: <ButtonLink to="/explore">{t('purchased.explore')}</ButtonLink>,
        }}
        gap="md"
        perPage={A_PAGE}
        page={page}
        onPage={(chosen) => onSearch({ ...search, page: chosen })}
      >
        {({ list }) => list.map((bought) => <BoughtCard key={bought.sku.sku_id} bought={bought} />)}
      </Collection>
    </AccountFrame>
  );
}

/** Tickets are counted as such. */
export const countKey = ({ product_type }: Purchased['plan']) =>
  product_type === PRODUCT_TYPE.ticket ? 'money.ticketCount' : 'purchased.count';

function BoughtCard({ bought }: { bought: Purchased }) {
  const { t, formats } = useLocale('orders-after-payment');
  const { sku, plan, creator, count, orders, last_pay_time } = bought;
  return (
    <Paper withBorder component="article" style={{ overflow: 'hidden' }}>
      <Picture src={sku.pic} alt="" seed={sku.sku_id} ratio={16 / 9} radius={0} />
      <Stack gap={8} p="md">
        <div>
          <Title order={2} fz="md">
            {plan.name}
          </Title>
          <Text className="hint">{sku.name}</Text>
        </div>
        <Group justify="space-between" gap="xs">
          <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }} size="sm" c="inherit">
            {creator.name}
          </AnchorLink>
          <Text className="hint figures">
            {t(countKey(plan), { count })} · {formats.date(last_pay_time)}
          </Text>
        </Group>
        <OpenedPosts opens={bought.opens} />
        <Group gap="xs">
          {bought.has_content && (
            <ButtonLink
              to="/purchase/sku/$skuId"
              params={{ skuId: sku.sku_id }}
              size="xs"
              aria-label={t('purchased.openOf', { name: sku.name })}
            >
              {t('purchased.open')}
            </ButtonLink>
          )}
          {orders[0] !== undefined && (
            <ButtonLink
              to="/dashboard/order/$outTradeNo"
              params={{ outTradeNo: orders[0] }}
              size="xs"
              variant="default"
            >
              {t('purchased.order')}
            </ButtonLink>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
