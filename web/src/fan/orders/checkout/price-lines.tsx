import { Group, Stack, Text } from '@mantine/core';
import type { ParseKeys } from 'i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { Price } from '#services/contract/orders/orders.ts';
import { Fact } from '../../../components/fact.tsx';
import { lessYuan } from '../../../components/wire-money.ts';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './order-form.module.css';

const isZero = (money: string): boolean => Number(money) === 0;

interface Props {
  price: Price;
  /** null: an amount of the fan's choice. */
  plan: Plan | null;
  /** Something of it is sent. */
  sent: boolean;
  /** A code pays for it. */
  redeemed: boolean;
}

/** The computation of a price: lines, reductions with reasons, and the total. */
export function PriceLines({ price, plan, sent, redeemed }: Props) {
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout']);
  const monthly = price.product_type === PRODUCT_TYPE.sponsorship && plan !== null;
  return (
    <Stack gap="sm">
      <WhatItIs price={price} plan={plan} />
      {!isZero(price.discount) && (
        <Fact label={<Reason price={price} redeemed={redeemed} />}>
          <Text component="span" c="var(--fw-good)">
            −{formats.money(price.discount)}
          </Text>
        </Fact>
      )}
      {sent && !redeemed && (
        <Fact label={t('create.shipping')}>
          {price.shipping_unknown
            ? t('orders-checkout:line.addressFirst')
            : isZero(price.shipping_fee)
              ? t('orders-checkout:line.free')
              : formats.money(price.shipping_fee)}
        </Fact>
      )}
      <Group justify="space-between" align="baseline" className={classes.total}>
        <Text fw={650}>{t('create.total')}</Text>
        <Text fz={30} fw={650} lh={1.2} className="figures">
          {formats.money(price.total_amount)}
        </Text>
      </Group>
      {monthly && price.month > 1 && !redeemed && (
        <Text ta="right" className="hint figures">
          {t('create.perMonth', { price: formats.money(price.per_month) })}
          {!isZero(price.discount) && ` · ${t('create.saved', { price: formats.money(price.discount) })}`}
        </Text>
      )}
      {price.affiliate_applied === 1 && <Text className="hint">{t('orders-checkout:line.affiliate')}</Text>}
    </Stack>
  );
}

/** The lines before discounts. */
function WhatItIs({ price, plan }: Pick<Props, 'price' | 'plan'>) {
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout']);
  const shown = formats.money(price.show_amount);
  if (price.bundle_count > 0) {
    const nameOf = ({ sku_id, name: option }: Price['lines'][number]): string => {
      const product = plan?.sku.find((sku) => sku.sku_id === sku_id)?.plan_name;
      return product ? t('orders-checkout:line.part', { product, option }) : option;
    };
    return (
      <div>
        <Fact label={t('orders-checkout:line.bundle', { name: price.plan_name, count: price.bundle_count })}>
          {shown}
        </Fact>
        {price.lines.map((line) => (
          <Text key={line.sku_id} className="hint">
            {nameOf(line)}
          </Text>
        ))}
      </div>
    );
  }
  if (price.lines.length > 0) {
    return price.lines.map((line) => (
      <Fact key={line.sku_id} label={t('create.line', { name: line.name, count: line.count })}>
        {formats.money(line.show_amount)}
      </Fact>
    ));
  }
  if (price.upgrade_days !== null && price.upgrade_amount !== null) {
    const { upgrade_days, upgrade_amount, month } = price;
    return (
      <>
        <Fact label={t('orders-checkout:line.upgradeDays', { count: upgrade_days })}>
          {formats.money(upgrade_amount)}
        </Fact>
        {month > 0 && (
          <Fact label={t('orders-checkout:further.line', { count: month })}>
            {formats.money(lessYuan(price.show_amount, upgrade_amount))}
          </Fact>
        )}
      </>
    );
  }
  const byMonth = plan !== null && plan.pay_month === 1 && !plan.permanent;
  return (
    <Fact
      label={
        byMonth
          ? t('create.monthLine', { price: formats.money(plan.price), count: price.month })
          : price.plan_name || t('orders-checkout:custom.title')
      }
    >
      {shown}
    </Fact>
  );
}

const RULES = {
  time_limit: 'orders-checkout:line.timeLimit',
  favorable: 'orders-checkout:line.favorable',
} as const satisfies Record<string, ParseKeys<['orders-buying', 'orders-checkout']>>;

/** The reason of a discount. */
function Reason({ price, redeemed }: Pick<Props, 'price' | 'redeemed'>) {
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout']);
  const { price_rule: rule, is_vip_price, discount_percent } = price;
  if (redeemed) return t('orders-checkout:line.redeem');
  const reasons = [
    ...(is_vip_price ? [t('orders-checkout:line.member')] : []),
    ...(rule === 'time_limit' || (rule === 'favorable' && !is_vip_price) ? [t(RULES[rule])] : []),
    ...(discount_percent > 0
      ? [t('create.discountPercent', { percent: formats.percent(discount_percent / 100) })]
      : []),
  ];
  return reasons.length === 0 ? t('create.otherDiscount') : reasons.join(' · ');
}
