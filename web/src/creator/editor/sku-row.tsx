import { ActionIcon, Box, Button, Input, NumberInput, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Sku } from '#services/api/contract/plans.ts';
import { LimitInput } from './limit-input.tsx';
import { MoneyInput } from './money-input.tsx';
import classes from './sku-row.module.css';
import type { PlanForm } from './use-plan-form.ts';

interface Props {
  form: PlanForm;
  index: number;
  /** The same SKU as it is saved; undefined for a new one. */
  saved: Sku | undefined;
  onStock: () => void;
  onRemove: () => void;
}

/** One model: its stock is a field while it is new, and a dialog once it is saved. */
export function SkuRow({ form, index, saved, onStock, onRemove }: Props) {
  const { t } = useTranslation('offer');
  const sku = form.values.sku[index];
  if (sku === undefined) return null;
  const path = `sku.${index}`;
  const named = sku.name === '' ? t('sku.numbered', { number: index + 1 }) : sku.name;
  return (
    <Box className={classes.row} role="group" aria-label={named}>
      <div className={classes.fields}>
        <TextInput
          className={classes.name}
          label={t('sku.name')}
          placeholder={t('sku.nameSample')}
          maxLength={60}
          {...form.getInputProps(`${path}.name`)}
        />
        <MoneyInput label={t('sku.price')} {...form.getInputProps(`${path}.price`)} />
        {sku.sku_id === undefined ? (
          <NumberInput
            label={t('sku.stock')}
            placeholder={t('stock.unlimited')}
            min={0}
            max={10_000_000}
            allowDecimal={false}
            {...form.getInputProps(`${path}.stock`)}
          />
        ) : (
          <Input.Wrapper label={t('stock.left')} labelElement="div">
            <Button
              fullWidth
              variant="default"
              radius="md"
              justify="space-between"
              className="figures"
              rightSection={<IconPencil size={16} aria-hidden />}
              aria-label={`${leftText(saved?.stock ?? sku.stock)}: ${t('stock.editOf', { name: named })}`}
              onClick={onStock}
            >
              {leftText(saved?.stock ?? sku.stock)}
            </Button>
          </Input.Wrapper>
        )}
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('sku.remove', { name: named })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      {form.values.limits_sku && (
        <Box mt="xs">
          <LimitInput
            form={form}
            path={`${path}.limit`}
            days={sku.limit.days}
            label={t('limit.ofSku', { name: named })}
            countError={form.errors[`${path}.product_purchase_limit.purchase_limit_count`]}
            daysError={form.errors[`${path}.product_purchase_limit.purchase_limit_days`]}
          />
        </Box>
      )}
    </Box>
  );

  function leftText(stock: number | ''): string {
    if (stock === '') return t('stock.unlimited');
    return stock === 0 ? t('stock.soldOut') : t('stock.count', { count: stock });
  }
}
