import { Alert, Group, Radio, SimpleGrid, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { MAX_MONTHS, periodOf, savingPercent } from './order-choice.ts';
import classes from './order-form.module.css';

interface Props {
  plan: Plan;
  months: number;
  /** The creator gives the multi-month discount (only plans that are paid by the month have it). */
  discounted: boolean;
  refusal: unknown;
  onChange: (months: number) => void;
}

const OFFERED_MONTHS = [1, 3, 6, 12, 24, 36];

function offered(period: number): number[] {
  if (period === 1) return OFFERED_MONTHS;
  return Array.from({ length: Math.min(4, MAX_MONTHS / period) }, (_, index) => (index + 1) * period);
}

function labelOf(t: TFunction<'orders-buying'>, period: number, months: number): string {
  if (period === 3) return t('create.quarterCount', { count: months / 3 });
  if (period === 12) return t('create.yearCount', { count: months / 12 });
  return t('create.monthCount', { count: months });
}

const TITLES = { 1: 'create.months', 3: 'create.quarters', 12: 'create.years' } as const;

/** For how long: the usual choices with what each saves, and any number of months. */
export function MonthChoice({ plan, months, discounted, refusal, onChange }: Props) {
  const { t, formats } = useLocale('orders-buying');
  const period = periodOf(plan);
  if (plan.permanent || plan.single_month) {
    return (
      <Section title={t('create.months')}>
        <Text>{t(plan.permanent ? 'create.permanent' : 'create.singleMonth')}</Text>
      </Section>
    );
  }
  const title = period === 3 || period === 12 ? TITLES[period] : TITLES[1];
  const choices = offered(period);
  const saves = (count: number) => (discounted && period === 1 ? savingPercent(count) : 0);
  const trouble = fieldRefusal(refusal, 'month');
  return (
    <Section title={t(title)} text={discounted && period === 1 ? t('create.monthsText') : undefined}>
      <Radio.Group
        aria-label={t(title)}
        value={String(months)}
        onChange={(chosen) => onChange(Number(chosen))}
      >
        <SimpleGrid cols={{ base: 2, xs: choices.length % 3 === 0 ? 3 : 4 }} spacing={8}>
          {choices.map((count) => (
            <Radio.Card key={count} value={String(count)} radius="md" className={classes.month}>
              <Text fw={650} className="figures">
                {labelOf(t, period, count)}
              </Text>
              {saves(count) > 0 && (
                <Text size="xs" c="var(--fw-good)">
                  {t('create.saving', { percent: formats.percent(saves(count) / 100) })}
                </Text>
              )}
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      {period === 1 && (
        <Group>
          <NumberField
            label={t('create.otherLabel')}
            w={200}
            min={1}
            max={MAX_MONTHS}
            value={months}
            onChange={(count) => {
              if (typeof count === 'number' && count >= 1) onChange(count);
            }}
          />
        </Group>
      )}
      {trouble !== undefined && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {trouble}
        </Alert>
      )}
    </Section>
  );
}
