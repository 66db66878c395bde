import { Alert, Radio, SimpleGrid, Text } from '@mantine/core';
import { IconAlertCircle, IconArrowBigUpLines, IconCalendarTime } from '@tabler/icons-react';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { Price } from '#services/contract/orders/orders.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { mostMonths, periodOf } from './order-choice.ts';
import classes from './order-form.module.css';

/** The replaced plan, its end, and the amount of the difference. */
export function UpgradeNote({ price }: { price: Price }) {
  const { t, formats } = useLocale('orders-checkout');
  const { upgrade_from, upgrade_until, upgrade_days, upgrade_amount, month, end_time } = price;
  if (upgrade_from === null || upgrade_until === null || upgrade_amount === null) return null;
  const longer = month > 0 && end_time !== null;
  return (
    <Alert icon={<IconArrowBigUpLines aria-hidden />} title={t('upgrade.title')}>
      {t('upgrade.text', {
        name: upgrade_from.name,
        until: formats.date(upgrade_until),
        count: upgrade_days ?? 0,
        amount: formats.money(upgrade_amount),
        end: longer ? t('upgrade.longer', { date: formats.date(end_time) }) : t('upgrade.same'),
      })}
    </Alert>
  );
}

/** The plan that runs until the ordered one begins, and when that is. */
export function LaterNote({ price }: { price: Price }) {
  const { t, formats } = useLocale('orders-checkout');
  const { begin_after, begin_time } = price;
  if (begin_after === null || begin_time === null) return null;
  return (
    <Alert icon={<IconCalendarTime aria-hidden />} title={t('later.title')}>
      {t('later.text', { name: begin_after.name, date: formats.dateTime(begin_time) })}
    </Alert>
  );
}

interface Props {
  plan: Plan;
  months: number;
  refusal: unknown;
  onChange: (months: number) => void;
}

/** Months of the dearer plan in addition to an upgrade: none, or whole periods. */
export function FurtherMonths({ plan, months, refusal, onChange }: Props) {
  const { t } = useLocale(['orders-checkout', 'orders-buying']);
  const period = periodOf(plan);
  const choices = [0, 1, 3, 6, 12]
    .map((count) => count * period)
    .filter((count) => count <= mostMonths(plan));
  const trouble = fieldRefusal(refusal, 'further_months');
  return (
    <Section title={t('further.title')} text={t('further.text')}>
      <Radio.Group
        aria-label={t('further.title')}
        value={String(months)}
        onChange={(chosen) => onChange(Number(chosen))}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing={8}>
          {choices.map((count) => (
            <Radio.Card key={count} value={String(count)} radius="md" className={classes.month}>
              <Text fw={650} className="figures">
                {count === 0 ? t('further.none') : t('orders-buying:create.monthCount', { count })}
              </Text>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      {trouble !== undefined && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {trouble}
        </Alert>
      )}
    </Section>
  );
}
