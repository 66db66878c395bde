import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Affiliate } from '#services/contract/affiliates/calls.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { useOwnPlans } from '../redeem/plan-select.tsx';

interface Props {
  /** The present plans of the code, also those that are not on sale. */
  saved: Affiliate['plans'];
  value: string[];
  error: ReactNode;
  onChange: (plan_ids: string[]) => void;
}

const entryOf = ({ plan_id, name }: Pick<Plan, 'plan_id' | 'name'>) => ({ value: plan_id, label: name });

/** The plans of a code; all of them without a choice. */
export function PlansField({ saved, value, error, onChange }: Props) {
  const { t } = useTranslation(['affiliates', 'creator']);
  const plans = useOwnPlans();
  const known = new Set(plans.map(({ plan_id }) => plan_id));
  const groups = [
    {
      group: t('creator:nav.plans'),
      items: plans.filter(({ product_type }) => product_type === PRODUCT_TYPE.sponsorship).map(entryOf),
    },
    {
      group: t('creator:nav.shop'),
      items: [
        ...plans.filter(({ product_type }) => product_type !== PRODUCT_TYPE.sponsorship).map(entryOf),
        ...saved.filter(({ plan_id }) => !known.has(plan_id)).map(entryOf),
      ],
    },
  ];
  return (
    <MultiSelect
      label={t('form.plans')}
      description={t('form.plansHint')}
      placeholder={value.length === 0 ? t('form.plansEmpty') : ''}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('form.plansEmpty') }}
      nothingFoundMessage={t('creator:filter.nothing')}
      value={value}
      error={error}
      onChange={onChange}
      data={groups.filter(({ items }) => items.length > 0)}
    />
  );
}
