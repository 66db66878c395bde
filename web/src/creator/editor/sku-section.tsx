import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sku } from '#services/api/contract/plans.ts';
import { useAsk } from '../../parts/ask.tsx';
import { Section } from '../../parts/section.tsx';
import { StockDialog } from '../offers/stock-dialog.tsx';
import { newSku } from './plan-form.ts';
import { SkuRow } from './sku-row.tsx';
import type { PlanForm } from './use-plan-form.ts';

const MOST_SKUS = 200;

interface Props {
  form: PlanForm;
  /** The saved SKUs as they are now; what is left of them moves while one edits. */
  saved: readonly Sku[];
}

/** The models of a product: each with name, price and stock. */
export function SkuSection({ form, saved }: Props) {
  const { t } = useTranslation('offer');
  const [stockOf, setStockOf] = useState<string>();
  const { ask, dialog } = useAsk();
  const remove = (index: number) => {
    const sku = form.values.sku[index];
    const take = () => form.removeListItem('sku', index);
    if (sku?.sku_id === undefined) return take();
    ask({ text: t('sku.removeAsk', { name: sku.name }), yes: t('sku.removeYes'), onYes: take });
  };
  return (
    <Section title={t('sku.title')} text={t('sku.text')}>
      {form.values.sku.map((sku, index) => (
        <SkuRow
          key={sku.key}
          form={form}
          index={index}
          saved={saved.find(({ sku_id }) => sku_id === sku.sku_id)}
          onStock={() => setStockOf(sku.sku_id)}
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
        disabled={form.values.sku.length >= MOST_SKUS}
        onClick={() => form.insertListItem('sku', newSku())}
      >
        {t('sku.add')}
      </Button>
      <StockDialog
        sku={saved.find(({ sku_id }) => sku_id === stockOf)}
        onClose={() => setStockOf(undefined)}
      />
      {dialog}
    </Section>
  );
}
