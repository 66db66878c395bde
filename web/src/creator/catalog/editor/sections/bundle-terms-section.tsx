import { Button, Input, SegmentedControl, SimpleGrid, Switch, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { PRODUCT_TYPE } from '#events/status.ts';
import { MoneyInput } from '../../../../components/forms/money-input.tsx';
import { NumberField } from '../../../../components/forms/number-field.tsx';
import { Section } from '../../../../components/section.tsx';
import { useLocale } from '../../../../language/use-locale.ts';
import { useStockText } from '../../../stock/stock-words.ts';
import { MIN_PRICE } from '../plan-errors.ts';
import type { PlanForm } from '../use-plan-form.ts';

interface Props {
  form: PlanForm;
  /** Bundles left of the saved one. */
  left: number | '' | undefined;
  onStock: () => void;
}

/** A bundle's price, kind and number. */
export function BundleTermsSection({ form, left, onStock }: Props) {
  const { t, formats } = useLocale('catalog-selling');
  const stockText = useStockText();
  const { product_type, plan_id, sku, price } = form.values;
  const apart = sku.reduce((sum, one) => sum + Math.round(Number(one.price) * 100), 0) / 100;
  const choose = product_type === PRODUCT_TYPE.choice_bundle;
  return (
    <Section title={t('bundle.title')}>
      <Input.Wrapper
        label={t('bundle.kind')}
        description={plan_id === undefined ? undefined : t('bundle.kindStays')}
        labelElement="div"
      >
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('bundle.kind')}
          disabled={plan_id !== undefined}
          value={String(product_type)}
          onChange={(value) => {
            form.setFieldValue('product_type', value === '3' ? 3 : 2);
            if (value === '3' && form.values.bundle_sku_select_count === '') {
              form.setFieldValue('bundle_sku_select_count', 2);
            }
          }}
          data={[
            { value: '2', label: t('bundle.all') },
            { value: '3', label: t('bundle.choose') },
          ]}
        />
      </Input.Wrapper>
      {choose && (
        <>
          <NumberField
            label={t('bundle.count')}
            description={t('bundle.countHint')}
            maw={{ base: '100%', xs: 240 }}
            min={1}
            max={100}
            {...form.getInputProps('bundle_sku_select_count')}
          />
          <Switch
            label={t('bundle.repeat')}
            description={t('bundle.repeatHint')}
            {...form.getInputProps('bundle_sku_can_repeat', { type: 'checkbox' })}
          />
        </>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <div>
          <MoneyInput
            label={t('bundle.price')}
            description={t('bundle.minimum', { min: formats.money(MIN_PRICE) })}
            required
            {...form.getInputProps('price')}
          />
          {!choose && apart > 0 && (
            <Text mt={6} className="hint figures" role="status">
              {Number(price) > 0 && Number(price) < apart
                ? t('bundle.saves', {
                    apart: formats.money(apart.toFixed(2)),
                    saved: formats.money((apart - Number(price)).toFixed(2)),
                  })
                : t('bundle.apart', { apart: formats.money(apart.toFixed(2)) })}
            </Text>
          )}
        </div>
        {plan_id === undefined ? (
          <NumberField
            label={t('bundle.stock')}
            description={t('bundle.stockHint')}
            placeholder={t('bundle.unlimited')}
            min={0}
            max={10_000_000}
            {...form.getInputProps('bundle_stock')}
          />
        ) : (
          <Input.Wrapper label={t('bundle.left')} description={t('bundle.stockHint')} labelElement="div">
            <Button
              fullWidth
              variant="default"
              radius="md"
              justify="space-between"
              className="figures"
              rightSection={<IconPencil size={16} aria-hidden />}
              aria-label={`${stockText(left ?? '')}: ${t('bundle.stockEdit')}`}
              onClick={onStock}
            >
              {stockText(left ?? '')}
            </Button>
          </Input.Wrapper>
        )}
      </SimpleGrid>
    </Section>
  );
}
