import { Select, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PLAN_STATUS } from '#events/status.ts';
import { useLocale } from '../../../../language/use-locale.ts';
import { useCreator } from '../../../frame/creator-guard.ts';
import { ownPlansQuery } from '../../own-plans.ts';
import type { PlanForm } from '../use-plan-form.ts';
import { OptionalSection } from './optional-section.tsx';
import { ReductionFields } from './reduction-fields.tsx';

/** Names to choose from are cut here (creator specification 9). */
const MAX_NAME_LENGTH = 30;

const cut = (name: string): string => {
  const letters = [...name];
  return letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : name;
};

/** A lower price for members of one of the creator's sponsorship plans. */
export function VipSection({ form }: { form: PlanForm }) {
  const { t, formats } = useLocale('catalog-selling');
  const user_id = useCreator()?.user_id ?? '';
  const { has_vip, vip_plan } = form.values;
  const plans = useQuery(ownPlansQuery(user_id, 'plans', has_vip));
  const known = plans.data?.list ?? [];
  const data = known.map((plan) => ({
    value: plan.plan_id,
    label:
      plan.own_status === PLAN_STATUS.hidden
        ? t('vip.hidden', { name: cut(plan.name) })
        : `${cut(plan.name)} · ${formats.money(plan.price)}`,
  }));
  return (
    <OptionalSection
      title={t('vip.title')}
      text={t('vip.text')}
      on={has_vip}
      onChange={(on) => form.setFieldValue('has_vip', on)}
    >
      {plans.data !== undefined && known.length === 0 ? (
        <Text c="dimmed">{t('vip.noPlans')}</Text>
      ) : (
        <Select
          label={t('vip.plan')}
          placeholder={t('vip.choose')}
          allowDeselect={false}
          data={data}
          value={vip_plan === '' ? null : vip_plan}
          onChange={(plan_id) => form.setFieldValue('vip_plan', plan_id ?? '')}
          error={form.errors.vip_plan}
        />
      )}
      <ReductionFields form={form} name="vip_price" />
      <Switch
        label={t('vip.history')}
        description={t('vip.historyHint')}
        {...form.getInputProps('product_vip_price_include_history', { type: 'checkbox' })}
      />
    </OptionalSection>
  );
}
