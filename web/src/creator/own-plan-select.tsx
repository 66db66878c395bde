import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import { listOrderFilters } from '#services/contract/orders/order-filters.ts';
import { queryOf } from '../api/queries.ts';

/** Labels of plans are cut at this length (creator specification 2). */
const MAX_LABEL_LENGTH = 30;
const cut = (name: string): string => {
  const letters = [...name];
  return letters.length > MAX_LABEL_LENGTH ? `${letters.slice(0, MAX_LABEL_LENGTH).join('')}…` : name;
};

interface Props {
  value: string | undefined;
  onChange: (plan_id: string | undefined) => void;
}

/** Narrows to one of the creator's plans or products that have orders, or to all. */
export function OwnPlanSelect({ value, onChange }: Props) {
  const { t } = useTranslation('creator');
  const plans = useQuery(queryOf(listOrderFilters, {})).data?.plans ?? [];
  const group = (title: string, sponsorship: boolean) => ({
    group: title,
    items: plans
      .filter(({ product_type }) => (product_type === PRODUCT_TYPE.sponsorship) === sponsorship)
      .map((plan) => ({ value: plan.plan_id, label: cut(plan.name) })),
  });
  return (
    <Select
      aria-label={t('filter.plan')}
      placeholder={t('filter.allPlans')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filter.allPlans') }}
      w={{ base: '100%', xs: 240 }}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      nothingFoundMessage={t('filter.nothing')}
      data={[group(t('nav.plans'), true), group(t('nav.shop'), false)].filter(
        ({ items }) => items.length > 0,
      )}
    />
  );
}
