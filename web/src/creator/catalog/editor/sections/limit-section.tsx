import { Box, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isBundle, LIMIT_TYPE, limitsAccount, limitsSkus, PRODUCT_TYPE } from '#events/status.ts';
import { Section } from '../../../../components/section.tsx';
import type { PlanForm } from '../use-plan-form.ts';
import { LimitInput } from './limit-input.tsx';

/** How many one fan may buy: of the whole plan, of each model or part, or both. */
export function LimitSection({ form }: { form: PlanForm }) {
  const { t } = useTranslation('offer');
  const { purchase_limit_type: type, product_type } = form.values;
  const change = (part: number, on: boolean) =>
    form.setFieldValue('purchase_limit_type', on ? type + part : type - part);
  return (
    <Section title={t('limit.title')} text={t('limit.text')}>
      <div>
        <Switch
          label={t(product_type === PRODUCT_TYPE.sponsorship ? 'limit.plan' : 'limit.product')}
          checked={limitsAccount(type)}
          onChange={(event) => change(LIMIT_TYPE.account, event.currentTarget.checked)}
        />
        {limitsAccount(type) && (
          <Box mt="sm">
            <LimitInput
              form={form}
              path=""
              limit={form.values.product_purchase_limit}
              label={t('limit.title')}
            />
          </Box>
        )}
      </div>
      {product_type !== PRODUCT_TYPE.sponsorship && (
        <Switch
          label={t(isBundle(product_type) ? 'limit.part' : 'limit.sku')}
          description={t(isBundle(product_type) ? 'limit.partHint' : 'limit.skuHint')}
          checked={limitsSkus(type)}
          onChange={(event) => change(LIMIT_TYPE.sku, event.currentTarget.checked)}
        />
      )}
    </Section>
  );
}
