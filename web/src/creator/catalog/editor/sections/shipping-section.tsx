import { Anchor, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listShippingTemplates } from '#services/contract/delivery/shipping.ts';
import { queryOf } from '../../../../api/queries.ts';
import { Section } from '../../../../components/section.tsx';
import type { PlanForm } from '../use-plan-form.ts';

/** More than any creator has. */
const MAX_TEMPLATES = 100;
/** The value for no template, which is free. */
const FREE = 'free';

/** If it is shipped, and the fee. */
export function ShippingSection({ form }: { form: PlanForm }) {
  const { t } = useTranslation('catalog-selling');
  const templates = useQuery(queryOf(listShippingTemplates, { per_page: MAX_TEMPLATES }));
  const { shipping_template_id } = form.values;
  const charged = shipping_template_id !== '';
  const asks = form.values.need_address || charged;
  const list = templates.data?.list ?? [];
  return (
    <Section title={t('shipping.title')} text={t('shipping.text')}>
      <Switch
        label={t('shipping.address')}
        description={t(charged ? 'shipping.charged' : 'shipping.addressHint')}
        checked={asks}
        disabled={charged}
        onChange={(event) => form.setFieldValue('need_address', event.currentTarget.checked)}
      />
      {asks && (
        <>
          <Select
            label={t('shipping.template')}
            description={
              list.length === 0 && templates.data !== undefined
                ? t('shipping.noTemplates')
                : t('shipping.templateHint')
            }
            allowDeselect={false}
            data={[
              { value: FREE, label: t('shipping.free') },
              ...list.map(({ template_id, name }) => ({ value: template_id, label: name })),
            ]}
            value={shipping_template_id || FREE}
            onChange={(chosen) =>
              form.setFieldValue('shipping_template_id', chosen === FREE ? '' : (chosen ?? ''))
            }
            error={form.errors.shipping_template_id}
          />
          <Anchor
            href="/setting/shop"
            target="_blank"
            rel="noreferrer"
            size="sm"
            style={{ alignSelf: 'flex-start' }}
          >
            {t('shipping.manage')}
          </Anchor>
        </>
      )}
    </Section>
  );
}
