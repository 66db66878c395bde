import { Group, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanForm } from '../use-plan-form.ts';

/** Periods by name; any other number of days is one's own (commerce specification 9). */
const PERIODS = ['-1', '1', '7', '30'] as const;
const OWN = 'own';
const MOST_DAYS = 3650;

interface Props {
  form: PlanForm;
  /** The path of the limit in the form: `limit` or `sku.0.limit`. */
  path: string;
  days: number | '';
  /** Errors of the request's fields. */
  countError: unknown;
  daysError: unknown;
  label: string;
}

/** Units per period: a day, a week, a month, permanent, or any number of days. */
export function LimitInput({ form, path, days, countError, daysError, label }: Props) {
  const { t } = useTranslation('offer');
  const named = PERIODS.find((period) => period === String(days));
  const [own, setOwn] = useState(named === undefined);
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={label}>
      <NumberInput
        label={t('limit.count')}
        w={112}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        {...form.getInputProps(`${path}.count`)}
        error={asText(countError)}
      />
      <Select
        label={t('limit.period')}
        w={168}
        allowDeselect={false}
        value={own ? OWN : (named ?? OWN)}
        onChange={(value) => {
          setOwn(value === OWN);
          if (value !== OWN && value !== null) form.setFieldValue(`${path}.days`, Number(value));
          else form.setFieldValue(`${path}.days`, 14);
        }}
        data={[
          ...PERIODS.map((value) => ({ value, label: t(`limit.periods.${value}`) })),
          { value: OWN, label: t('limit.periods.own') },
        ]}
      />
      {own && (
        <NumberInput
          label={t('limit.days')}
          w={112}
          min={1}
          max={MOST_DAYS}
          allowDecimal={false}
          {...form.getInputProps(`${path}.days`)}
          error={asText(daysError)}
        />
      )}
    </Group>
  );
}

const asText = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined);
