import { ActionIcon, Badge, Box, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { limitsSkus } from '#events/status.ts';
import { DotList } from '../../../../components/dot-list.tsx';
import { Picture } from '../../../../components/pictures/picture.tsx';
import { useLocale } from '../../../../language/use-locale.ts';
import { useStockText } from '../../../stock/stock-words.ts';
import type { PlanForm } from '../use-plan-form.ts';
import { LimitInput } from './limit-input.tsx';
import classes from './sku-row.module.css';

/** Goods in a bundle: name, price and stock come from the shop; the limit is the bundle's. */
export function PartRow({ form, index, onRemove }: { form: PlanForm; index: number; onRemove: () => void }) {
  const { t, formats } = useLocale(['catalog-selling', 'catalog-editor']);
  const stockText = useStockText();
  const sku = form.values.sku[index];
  if (sku === undefined) return null;
  const error = form.errors[`sku.${index}.sku_id`];
  return (
    <Box className={classes.row} role="group" aria-label={sku.name}>
      <Group wrap="nowrap" gap="sm">
        <Box w={44} style={{ flexShrink: 0 }}>
          <Picture src={sku.pic || sku.plan_pic} alt="" seed={sku.key} ratio={1} radius={8} />
        </Box>
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text>{sku.name}</Text>
          <Text className="hint figures">
            <DotList
              parts={[t('parts.of', { name: sku.plan_name }), formats.money(sku.price), stockText(sku.stock)]}
            />
          </Text>
        </div>
        {!sku.offered && <Badge color="red">{t('parts.gone')}</Badge>}
        <ActionIcon
          size={36}
          aria-label={t('catalog-editor:sku.remove', { name: sku.name })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {(!sku.offered || error) && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm" mt={4}>
          {error ?? t('parts.goneText')}
        </Text>
      )}
      {limitsSkus(form.values.purchase_limit_type) && (
        <Box mt="xs">
          <LimitInput
            form={form}
            path={`sku.${index}.`}
            limit={sku.product_purchase_limit}
            label={t('catalog-editor:limit.ofSku', { name: sku.name })}
          />
        </Box>
      )}
    </Box>
  );
}
