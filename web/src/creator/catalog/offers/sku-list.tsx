import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { Sku } from '#services/contract/catalog/plans.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { StockDialog, stockOf } from '../../stock/stock-dialog.tsx';
import { useStockText } from '../../stock/stock-words.ts';
import classes from './offers.module.css';

/** Below this many left a SKU is shown as running out. */
const FEW = 10;

/** The SKUs of a product with price and stock, each with its stock dialog. */
export function SkuList({ skus, tickets }: { skus: readonly Sku[]; tickets: boolean }) {
  const { t, formats } = useLocale('catalog-editor');
  const stockText = useStockText(tickets);
  const [open, setOpen] = useState<string>();
  return (
    <>
      <ul className={classes.skus}>
        {skus.map((sku) => (
          <li key={sku.sku_id} className={classes.sku} data-row>
            <Text size="sm" flex={1} miw={0}>
              {sku.name}
              {sku.plan_name !== '' && (
                <Text span className="hint">
                  {' '}
                  · {sku.plan_name}
                </Text>
              )}
              {!sku.offered && (
                <Text span size="sm" c="var(--fw-bad)">
                  {' '}
                  · {t('list.gone')}
                </Text>
              )}
            </Text>
            <Text className="hint figures">
              {sku.show_price_after_adjust !== sku.price && (
                <Text span inherit c="var(--mantine-color-text)">
                  {formats.money(sku.show_price_after_adjust)}{' '}
                </Text>
              )}
              <Text
                span
                inherit
                {...(sku.show_price_after_adjust !== sku.price && { td: 'line-through', component: 's' })}
              >
                {formats.money(sku.price)}
              </Text>
            </Text>
            <Group gap={4} wrap="nowrap" justify="flex-end" miw={104}>
              <Text size="sm" className="figures" fw={650} c={colorOf(sku)}>
                {stockText(sku.stock)}
              </Text>
              <Tooltip label={t('stock.edit')}>
                <ActionIcon
                  color="brand"
                  size="md"
                  aria-label={t('stock.editOf', { name: sku.name })}
                  onClick={() => setOpen(sku.sku_id)}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </Group>
          </li>
        ))}
      </ul>
      <StockDialog
        stocked={stockOf(skus.find(({ sku_id }) => sku_id === open))}
        onClose={() => setOpen(undefined)}
      />
    </>
  );
}

const colorOf = ({ stock }: Sku): string | undefined =>
  stock === 0
    ? 'var(--fw-bad)'
    : stock !== '' && stock <= FEW
      ? 'var(--mantine-color-orange-light-color)'
      : undefined;
