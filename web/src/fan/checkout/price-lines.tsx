import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Price } from '#services/api/contract/orders.ts';
import type { Plan } from '#services/api/contract/plans.ts';
import { useFormats } from '../../language/use-formats.ts';
import { Fact } from '../../parts/fact.tsx';
import classes from './order-form.module.css';

const isZero = (money: string): boolean => Number(money) === 0;

/** A price the way it was worked out: each line, what is taken off and why, and what is left to pay. */
export function PriceLines({ price, plan }: { price: Price; plan: Plan }) {
  const { t } = useTranslation('buying');
  const formats = useFormats();
  const monthly = price.lines.length === 0;
  const percent = formats.percent(price.discount_percent / 100);
  return (
    <Stack gap="sm">
      {price.lines.map((line) => (
        <Fact key={line.sku_id} label={t('create.line', { name: line.name, count: line.count })}>
          {formats.money(line.amount)}
        </Fact>
      ))}
      {monthly && (
        <Fact
          label={
            plan.pay_month === 1 && !plan.permanent
              ? t('create.monthLine', { price: formats.money(plan.price), count: price.month })
              : price.plan_name
          }
        >
          {formats.money(price.show_amount)}
        </Fact>
      )}
      {!isZero(price.discount) && (
        <Fact
          label={
            price.discount_percent > 0 ? t('create.discountPercent', { percent }) : t('create.otherDiscount')
          }
        >
          <Text component="span" c="var(--fw-good)">
            −{formats.money(price.discount)}
          </Text>
        </Fact>
      )}
      {!isZero(price.shipping_fee) && (
        <Fact label={t('create.shipping')}>{formats.money(price.shipping_fee)}</Fact>
      )}
      <Group justify="space-between" align="baseline" className={classes.total}>
        <Text fw={650}>{t('create.total')}</Text>
        <Text fz={30} fw={650} lh={1.2} className="figures">
          {formats.money(price.total_amount)}
        </Text>
      </Group>
      {monthly && price.month > 1 && (
        <Text size="sm" c="dimmed" ta="right" className="figures">
          {t('create.perMonth', { price: formats.money(price.per_month) })}
          {!isZero(price.discount) && ` · ${t('create.saved', { price: formats.money(price.discount) })}`}
        </Text>
      )}
    </Stack>
  );
}
