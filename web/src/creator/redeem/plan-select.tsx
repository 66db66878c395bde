import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isByPiece, PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { ownPlansQuery } from '../catalog/own-plans.ts';
import { useCreator } from '../frame/creator-guard.ts';

/** Everything that the creator has on sale, hidden or not. */
export function useOwnPlans(): readonly Plan[] {
  const user_id = useCreator()?.user_id ?? '';
  const plans = useQuery(ownPlansQuery(user_id, 'plans'));
  const products = useQuery(ownPlansQuery(user_id, 'shop'));
  return [...(plans.data?.list ?? []), ...(products.data?.list ?? [])];
}

/** Goods and tickets have one model per code; a bundle is given as a whole. */
const hasModels = (plan: Plan | undefined): plan is Plan =>
  plan !== undefined && isByPiece(plan.product_type);

interface Props {
  plans: readonly Plan[];
  plan: Plan | undefined;
  sku_id: string | undefined;
  onChange: (plan_id: string | undefined, sku_id: string | undefined) => void;
}

/** The contents of codes: a plan or product, and for goods one model or any. */
export function PlanSelect({ plans, plan, sku_id, onChange }: Props) {
  const { t } = useTranslation(['redeem', 'creator']);
  const group = (title: string, sponsorship: boolean) => ({
    group: title,
    items: plans
      .filter(({ product_type }) => (product_type === PRODUCT_TYPE.sponsorship) === sponsorship)
      .map(({ plan_id, name }) => ({ value: plan_id, label: name })),
  });
  return (
    <Group gap="md" align="flex-start">
      <Select
        flex="1 1 240px"
        label={t('what.plan')}
        placeholder={t('what.planHint')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('what.all') }}
        nothingFoundMessage={t('creator:filter.nothing')}
        value={plan?.plan_id ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined, undefined)}
        data={[group(t('creator:nav.plans'), true), group(t('creator:nav.shop'), false)].filter(
          ({ items }) => items.length > 0,
        )}
      />
      {hasModels(plan) && (
        <Select
          flex="1 1 200px"
          label={t('what.sku')}
          allowDeselect={false}
          value={sku_id ?? ''}
          onChange={(chosen) => onChange(plan.plan_id, chosen || undefined)}
          data={[
            { value: '', label: t('what.anySku') },
            ...plan.sku.map((sku) => ({ value: sku.sku_id, label: sku.name })),
          ]}
        />
      )}
    </Group>
  );
}
