import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../../components/forms/number-field.tsx';
import type { LimitValues } from '../plan-values.ts';
import type { PlanForm } from '../use-plan-form.ts';

/** Periods by name; any other number of days is one's own (commerce specification 9). */
const PERIODS = ['-1', '1', '7', '30'] as const;
const OWN = 'own';
const MAX_DAYS = 3650;

interface Props {
  form: PlanForm;
  /** The path of the limit in the form: `` or `sku.0.`. */
  path: string;
  limit: LimitValues;
  label: string;
}

/** Units per period: a day, a week, a month, permanent, or any number of days. */
export function LimitInput({ form, path, limit, label }: Props) {
  const { t } = useTranslation('catalog-editor');
  const days = `${path}product_purchase_limit.purchase_limit_days`;
  const named = PERIODS.find((period) => period === String(limit.purchase_limit_days));
  const [own, setOwn] = useState(named === undefined);
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={label}>
      <NumberField
        label={t('limit.count')}
        w={112}
        min={1}
        max={1_000_000}
        {...form.getInputProps(`${path}product_purchase_limit.purchase_limit_count`)}
      />
      <Select
        label={t('limit.period')}
        w={168}
        allowDeselect={false}
        value={own ? OWN : (named ?? OWN)}
        onChange={(value) => {
          setOwn(value === OWN);
          form.setFieldValue(days, value === OWN ? 14 : Number(value));
        }}
        data={[
          ...PERIODS.map((value) => ({ value, label: t(`limit.periods.${value}`) })),
          { value: OWN, label: t('limit.periods.own') },
        ]}
      />
      {own && (
        <NumberField label={t('limit.days')} w={112} min={1} max={MAX_DAYS} {...form.getInputProps(days)} />
      )}
    </Group>
  );
}
