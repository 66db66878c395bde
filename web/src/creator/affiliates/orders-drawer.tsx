import { Alert, Paper, Text } from '@mantine/core';
import { IconMoodPuzzled, IconReceipt2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Affiliate, type AffiliateOrder, getAffiliate } from '#services/contract/affiliates/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { Collection, Nothing } from '../../components/collection.tsx';
import { Fact, MainFact } from '../../components/fact.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { CopyLink } from './copy-link.tsx';

interface Props {
  /** Closed without one. */
  affiliate_id: string | undefined;
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** The orders of a code, each with the partner's share; together they are its totals. */
export function OrdersDrawer({ affiliate_id, page, onPage, onClose }: Props) {
  const { t } = useLocale('affiliates');
  const query = useQuery(
    queryOf(
      getAffiliate,
      { affiliate_id: affiliate_id ?? '', page },
      {
        enabled: affiliate_id !== undefined,
        // Only between pages of the same code.
        placeholderData: (before) => (before?.affiliate.affiliate_id === affiliate_id ? before : undefined),
      },
    ),
  );
  const code = query.data?.affiliate.code;
  return (
    <SideDrawer
      title={affiliate_id && (code === undefined ? t('showOrders') : t('ordersOf', { code }))}
      width={520}
      onClose={onClose}
    >
      {isRefusal(query.error, EC.notFound, EC.badInput) ? (
        <Alert color="gray" icon={<IconMoodPuzzled aria-hidden />} title={t('orders.gone')} />
      ) : (
        <Collection query={query} waiting={{ count: 3, height: 120 }} gap="md" page={page} onPage={onPage}>
          {({ affiliate, list }) => (
            <>
              <Sums affiliate={affiliate} />
              {list.length === 0 && (
                <Nothing
                  small
                  nothing={{
                    icon: <IconReceipt2 aria-hidden />,
                    title: t('orders.none'),
                    text: t('orders.noneText'),
                    action: <CopyLink code={affiliate} />,
                  }}
                />
              )}
              {list.map((order) => (
                <OrderOfCode key={order.out_trade_no} order={order} />
              ))}
            </>
          )}
        </Collection>
      )}
    </SideDrawer>
  );
}

function Sums({ affiliate }: { affiliate: Affiliate }) {
  const { t, formats } = useLocale('affiliates');
  const { partner, rate, orders, gross, commission } = affiliate;
  return (
    <Paper withBorder p="md">
      <MainFact label={t('order.title')}>{partner.name}</MainFact>
      <Fact label={t('form.rate')}>{formats.percent(rate / 100)}</Fact>
      <Fact label={t('orders.all')}>{formats.number(orders)}</Fact>
      <Fact label={t('figure.gross')}>{formats.money(gross)}</Fact>
      <MainFact label={t('figure.commission')}>{formats.money(commission)}</MainFact>
    </Paper>
  );
}

function OrderOfCode({ order }: { order: AffiliateOrder }) {
  const { t, formats } = useLocale('affiliates');
  const { out_trade_no, plan_name, total_amount, commission, refunded, paid_at } = order;
  return (
    <Paper withBorder p="md" component="article">
      <MainFact label={plan_name || t('orders.custom')}>{formats.money(total_amount)}</MainFact>
      {Number(refunded) > 0 && (
        <Text ta="right" className="hint figures">
          {t('orders.refunded', { money: formats.money(refunded) })}
        </Text>
      )}
      <Fact label={t('orders.commission')}>{formats.money(commission)}</Fact>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <AnchorLink to="/dashboard/sponsored-bill" search={{ order: out_trade_no }} size="sm">
          {t('orders.number', { number: out_trade_no })}
        </AnchorLink>
      </Text>
      <Text className="footnote figures">{formats.dateTime(paid_at)}</Text>
    </Paper>
  );
}
