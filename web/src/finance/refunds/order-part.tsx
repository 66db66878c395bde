import { Badge, Text } from '@mantine/core';
import type { OrderToRefund } from '#services/contract/refunds/calls.ts';
import { Fact, MainFact } from '../../components/fact.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { timesYuan } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';

/** The order: parties, lines, and the rest of its money. */
export function OrderPart({ order }: { order: OrderToRefund }) {
  const { t, formats } = useLocale('finance');
  const { out_trade_no, creator, fan, plan_name, paid_at, sku_detail } = order;
  return (
    <Section
      title={t('refunds.order')}
      aside={
        <AnchorLink to="/finance/trace" search={{ out_trade_no }} size="sm" underline="always">
          {t('refunds.trace')}
        </AnchorLink>
      }
    >
      <div>
        <Fact label={t('refunds.number')}>
          <Text span size="sm">
            {out_trade_no}
          </Text>
        </Fact>
        <Fact label={t('refunds.creator')}>{creator.name || creator.user_id}</Fact>
        <Fact label={t('refunds.fan')}>{fan.name || fan.user_id}</Fact>
        {plan_name !== '' && <Fact label={t('refunds.plan')}>{plan_name}</Fact>}
        {paid_at !== null && <Fact label={t('refunds.paidAt')}>{formats.dateTime(paid_at)}</Fact>}
      </div>
      {sku_detail.length > 0 && (
        <div>
          {sku_detail.map(({ sku_id, name, count, price, refunded_count }) => (
            <Fact
              key={sku_id}
              label={
                <>
                  {name} × {formats.number(count)}{' '}
                  {refunded_count > 0 && (
                    <Badge size="sm" color="red">
                      {t('refunds.cameBack', { count: refunded_count })}
                    </Badge>
                  )}
                </>
              }
            >
              {formats.money(timesYuan(price, count))}
            </Fact>
          ))}
          {order.shipping_fee !== '0.00' && (
            <Fact label={t('refunds.shipping')}>{formats.money(order.shipping_fee)}</Fact>
          )}
        </div>
      )}
      <div>
        <Fact label={t('refunds.paid')}>
          {paid_at === null ? t('refunds.notPaid') : formats.money(order.total_amount)}
        </Fact>
        <Fact label={t('refunds.before')}>{formats.money(order.refunded_amount)}</Fact>
        <MainFact label={t('refunds.left')}>{formats.money(order.refundable_amount)}</MainFact>
      </div>
    </Section>
  );
}
