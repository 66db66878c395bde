import { Box, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isBundle, LIMIT_TYPE, limitsAccount, limitsSkus, PRODUCT_TYPE } from '#events/status.ts';
import { Section } from '../../../../components/section.tsx';
import type { PlanForm } from '../use-plan-form.ts';
import { LimitInput } from './limit-input.tsx';

const KINDS = {
  [PRODUCT_TYPE.sponsorship]: 'plan',
  [PRODUCT_TYPE.goods]: 'product',
  [PRODUCT_TYPE.bundle]: 'bundle',
  [PRODUCT_TYPE.choice_bundle]: 'bundle',
  [PRODUCT_TYPE.ticket]: 'ticket',
} as const;

/** How many one fan may buy: of the whole plan, of each model or part, or both. */
export function LimitSection({ form }: { form: PlanForm }) {
  const { t } = useTranslation('catalog-editor');
  const { purchase_limit_type: type, product_type } = form.values;
  const kind = KINDS[product_type];
  const part = isBundle(product_type) ? 'part' : kind === 'ticket' ? 'kind' : 'sku';
  const change = (limited: number, on: boolean) =>
    form.setFieldValue('purchase_limit_type', on ? type + limited : type - limited);
  return (
    <Section title={t('limit.title')} text={t('limit.text')}>
      <div>
        <Switch
          label={t(`limit.${kind}`)}
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
          label={t(`limit.${part}`)}
          description={t(`limit.${part}Hint`)}
          checked={limitsSkus(type)}
          onChange={(event) => change(LIMIT_TYPE.sku, event.currentTarget.checked)}
        />
      )}
    </Section>
  );
}
