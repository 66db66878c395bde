import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sku } from '#services/contract/catalog/plans.ts';
import { Section } from '../../../../components/section.tsx';
import { newSku, noLimit } from '../plan-values.ts';
import { savedSku } from '../saved-plan.ts';
import type { PlanForm } from '../use-plan-form.ts';
import { useRemoveSku } from '../use-remove-sku.ts';
import { PartPicker } from './part-picker.tsx';
import { PartRow } from './part-row.tsx';
import { SkuRow } from './sku-row.tsx';

const MAX_PARTS = 200;

interface Props {
  form: PlanForm;
  saved: readonly Sku[];
  onStock: (sku_id: string) => void;
}

/** The contents of a bundle: goods of the shop, and bundle-only items. */
export function BundlePartsSection({ form, saved, onStock }: Props) {
  const { t } = useTranslation('catalog-selling');
  const [picking, setPicking] = useState(false);
  const { remove, dialog } = useRemoveSku(form);
  const { sku } = form.values;
  const full = sku.length >= MAX_PARTS;
  return (
    <Section
      title={t('parts.title')}
      text={t('parts.text')}
      aside={sku.length > 0 && <Badge>{t('parts.count', { count: sku.length })}</Badge>}
    >
      {sku.map((one, index) =>
        one.plan_name === '' ? (
          <SkuRow
            key={one.key}
            form={form}
            index={index}
            saved={saved.find(({ sku_id }) => sku_id === one.sku_id)}
            onStock={() => one.sku_id !== undefined && onStock(one.sku_id)}
            onRemove={() => remove(index)}
          />
        ) : (
          <PartRow key={one.key} form={form} index={index} onRemove={() => remove(index)} />
        ),
      )}
      {typeof form.errors.sku === 'string' && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {form.errors.sku}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="light"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={full}
          onClick={() => setPicking(true)}
        >
          {t('parts.fromShop')}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={full}
          onClick={() => form.insertListItem('sku', newSku())}
        >
          {t('parts.own')}
        </Button>
      </Group>
      <PartPicker
        opened={picking}
        onClose={() => setPicking(false)}
        taken={sku.flatMap(({ sku_id }) => (sku_id === undefined ? [] : [sku_id]))}
        onPick={(plan, picked) => {
          for (const one of picked) {
            // The goods' own limits do not apply to the bundle.
            form.insertListItem('sku', {
              ...savedSku(one),
              product_purchase_limit: noLimit(),
              plan_name: plan.name,
              plan_pic: plan.pic,
            });
          }
        }}
      />
      {dialog}
    </Section>
  );
}
