import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Sku } from '#services/contract/catalog/plans.ts';
import { Section } from '../../../../components/section.tsx';
import { newSku } from '../plan-values.ts';
import type { PlanForm } from '../use-plan-form.ts';
import { useRemoveSku } from '../use-remove-sku.ts';
import { SkuRow } from './sku-row.tsx';

const MAX_SKUS = 200;

interface Props {
  form: PlanForm;
  /** The present saved SKUs; their stock changes during editing. */
  saved: readonly Sku[];
  onStock: (sku_id: string) => void;
}

/** The models of a product, or the kinds of tickets: each with name, price and stock. */
export function SkuSection({ form, saved, onStock }: Props) {
  const { t } = useTranslation(['catalog-editor', 'catalog-selling']);
  const { remove, dialog } = useRemoveSku(form);
  const tickets = form.values.product_type === PRODUCT_TYPE.ticket;
  return (
    <Section
      title={t(tickets ? 'catalog-selling:tickets.title' : 'sku.title')}
      text={t(tickets ? 'catalog-selling:tickets.text' : 'sku.text')}
    >
      {form.values.sku.map((sku, index) => (
        <SkuRow
          key={sku.key}
          form={form}
          index={index}
          saved={saved.find(({ sku_id }) => sku_id === sku.sku_id)}
          onStock={() => sku.sku_id !== undefined && onStock(sku.sku_id)}
          onRemove={() => remove(index)}
        />
      ))}
      {typeof form.errors.sku === 'string' && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {form.errors.sku}
        </Text>
      )}
      <Button
        variant="light"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={form.values.sku.length >= MAX_SKUS}
        onClick={() => form.insertListItem('sku', newSku())}
      >
        {t(tickets ? 'catalog-selling:tickets.add' : 'sku.add')}
      </Button>
      {dialog}
    </Section>
  );
}
