import { ActionIcon, Box, Button, Collapse, Input, Select, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { limitsSkus, PRODUCT_TYPE } from '#events/status.ts';
import type { Sku } from '#services/contract/catalog/plans.ts';
import { MoneyInput } from '../../../../components/forms/money-input.tsx';
import { NumberField } from '../../../../components/forms/number-field.tsx';
import { useLocale } from '../../../../language/use-locale.ts';
import { useStockText } from '../../../stock/stock-words.ts';
import type { PlanForm } from '../use-plan-form.ts';
import { LimitInput } from './limit-input.tsx';
import { SkuMore } from './sku-more.tsx';
import classes from './sku-row.module.css';

interface Props {
  form: PlanForm;
  index: number;
  /** The saved SKU; undefined for a new one. */
  saved: Sku | undefined;
  onStock: () => void;
  onRemove: () => void;
}

/** Fields in the collapsed part. */
const MORE = [
  'pic',
  'vip_price',
  'time_limit_price',
  'reply_content',
  'reply_switch',
  'reply_random_content',
  'attachment',
];

/** One model: its stock is a field while it is new, and a dialog once it is saved. */
export function SkuRow({ form, index, saved, onStock, onRemove }: Props) {
  const { t } = useLocale(['catalog-editor', 'catalog-selling']);
  const [expanded, setExpanded] = useState(false);
  const moreId = useId();
  const tickets = form.values.product_type === PRODUCT_TYPE.ticket;
  const stockText = useStockText(tickets);
  const sku = form.values.sku[index];
  if (sku === undefined) return null;
  const path = `sku.${index}`;
  const named = sku.name === '' ? t('sku.numbered', { number: index + 1 }) : sku.name;
  // Errors in the collapsed part are always shown.
  const open = expanded || MORE.some((field) => form.errors[`${path}.${field}`] !== undefined);
  const left = stockText(saved?.stock ?? sku.stock);
  return (
    <Box className={classes.row} role="group" aria-label={named}>
      <div className={classes.fields}>
        <TextInput
          className={classes.name}
          label={t(tickets ? 'catalog-selling:tickets.kind' : 'sku.name')}
          placeholder={t(tickets ? 'catalog-selling:tickets.kindSample' : 'sku.nameSample')}
          maxLength={60}
          {...form.getInputProps(`${path}.name`)}
        />
        <MoneyInput label={t('sku.price')} {...form.getInputProps(`${path}.price`)} />
        {sku.sku_id === undefined ? (
          <NumberField
            label={t(tickets ? 'catalog-selling:tickets.quantity' : 'sku.stock')}
            placeholder={t('stock.unlimited')}
            min={0}
            max={10_000_000}
            {...form.getInputProps(`${path}.stock`)}
          />
        ) : (
          <Input.Wrapper
            label={t(tickets ? 'catalog-selling:tickets.left' : 'stock.left')}
            labelElement="div"
          >
            <Button
              fullWidth
              variant="default"
              radius="md"
              justify="space-between"
              className="figures"
              rightSection={<IconPencil size={16} aria-hidden />}
              aria-label={`${left}: ${t('stock.editOf', { name: named })}`}
              onClick={onStock}
            >
              {left}
            </Button>
          </Input.Wrapper>
        )}
        <ActionIcon
          className={classes.remove}
          size={36}
          aria-label={t('sku.remove', { name: named })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      {form.values.ticket_round_list.length > 1 && <RoundSelect form={form} index={index} />}
      {limitsSkus(form.values.purchase_limit_type) && (
        <Box mt="xs">
          <LimitInput
            form={form}
            path={`${path}.`}
            limit={sku.product_purchase_limit}
            label={t('limit.ofSku', { name: named })}
          />
        </Box>
      )}
      <Button
        mt="xs"
        size="compact-sm"
        variant="subtle"
        aria-expanded={open}
        aria-controls={moreId}
        rightSection={
          open ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />
        }
        onClick={() => setExpanded(!open)}
      >
        {t('catalog-selling:sku.more')}
      </Button>
      <Collapse expanded={open} id={moreId}>
        {open && <SkuMore form={form} index={index} saved={saved} name={named} />}
      </Collapse>
    </Box>
  );
}

/** Which round a kind of ticket admits to. */
function RoundSelect({ form, index }: { form: PlanForm; index: number }) {
  const { t, formats } = useLocale('catalog-selling');
  const path = `sku.${index}.ticket_round_id`;
  return (
    <Select
      mt="xs"
      maw={{ base: '100%', xs: 320 }}
      label={t('rounds.of')}
      placeholder={t('rounds.choose')}
      allowDeselect={false}
      data={form.values.ticket_round_list.flatMap(({ key, begin_time }) =>
        begin_time === '' ? [] : [{ value: key, label: formats.dateTime(begin_time) }],
      )}
      value={form.values.sku[index]?.ticket_round_id || null}
      onChange={(round) => form.setFieldValue(path, round ?? '')}
      error={form.errors[path]}
    />
  );
}
