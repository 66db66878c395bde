import { Box, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import { Section } from '../../../../components/section.tsx';
import type { PlanForm } from '../use-plan-form.ts';
import { LimitInput } from './limit-input.tsx';

/** How many one fan may buy: of the whole plan, of each model or part, or both. */
export function LimitSection({ form }: { form: PlanForm }) {
  const { t } = useTranslation('offer');
  const { limits_plan, limits_sku, limit, product_type } = form.values;
  return (
    <Section title={t('limit.title')} text={t('limit.text')}>
      <div>
        <Switch
          label={t(product_type === PRODUCT_TYPE.sponsorship ? 'limit.plan' : 'limit.product')}
          checked={limits_plan}
          onChange={(event) => form.setFieldValue('limits_plan', event.currentTarget.checked)}
        />
        {limits_plan && (
          <Box mt="sm">
            <LimitInput
              form={form}
              path="limit"
              days={limit.days}
              label={t('limit.title')}
              countError={form.errors['product_purchase_limit.purchase_limit_count']}
              daysError={form.errors['product_purchase_limit.purchase_limit_days']}
            />
          </Box>
        )}
      </div>
      {product_type !== PRODUCT_TYPE.sponsorship && (
        <Switch
          label={t(isBundle(product_type) ? 'limit.part' : 'limit.sku')}
          description={t(isBundle(product_type) ? 'limit.partHint' : 'limit.skuHint')}
          checked={limits_sku}
          onChange={(event) => form.setFieldValue('limits_sku', event.currentTarget.checked)}
        />
      )}
    </Section>
  );
}
