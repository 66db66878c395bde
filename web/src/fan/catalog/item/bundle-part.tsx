import { Box, Checkbox, Group, Text } from '@mantine/core';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import { CountField } from '../../../components/forms/count-field.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { type Chosen, canTake, changed } from './choice.ts';
import { PartName } from './part-name.tsx';
import classes from './sku-choice.module.css';
import { leftOfSku } from './stock-left.ts';
import { StockText } from './stock-text.tsx';

interface Props {
  plan: Plan;
  sku: Sku;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

/** One thing of a bundle: shown where one gets all, chosen or counted where one chooses. */
export function BundlePart({ plan, sku, chosen, onChoose }: Props) {
  const { t, formats } = useLocale('catalog-item');
  const has = chosen[sku.sku_id] ?? 0;
  const choose = plan.product_type === PRODUCT_TYPE.choice_bundle;
  const more = canTake(plan, chosen, sku);
  const take = (by: 1 | -1) => onChoose(changed(chosen, sku.sku_id, by));
  return (
    <Box
      component="li"
      className={classes.card}
      p="sm"
      data-checked={has > 0 || undefined}
      style={{ border: '1px solid var(--mantine-color-default-border)', borderRadius: 10 }}
    >
      <Group wrap="nowrap" gap="sm">
        {choose && !plan.bundle_sku_can_repeat && (
          <Checkbox
            aria-label={sku.name}
            checked={has > 0}
            disabled={has === 0 && !more}
            onChange={() => take(has > 0 ? -1 : 1)}
          />
        )}
        <Box w={52} style={{ flexShrink: 0 }}>
          <Picture src={sku.pic || sku.plan_pic} alt="" seed={sku.sku_id} ratio={1} radius={8} />
        </Box>
        <div style={{ flex: 1, minWidth: 0 }}>
          <PartName sku={sku} />
          {sku.offered ? (
            <StockText plan={plan} sku={sku} />
          ) : (
            <Text size="sm" c="var(--fw-bad)">
              {t('bundle.gone')}
            </Text>
          )}
        </div>
        <Text c="dimmed" className="figures amount">
          {formats.money(sku.price)}
        </Text>
        {choose && plan.bundle_sku_can_repeat && (
          <CountField
            label={sku.name}
            value={has}
            min={0}
            max={more ? Math.min(has + 1, leftOfSku(sku)) : has}
            onChange={(count) => count !== has && take(count > has ? 1 : -1)}
          />
        )}
      </Group>
    </Box>
  );
}
