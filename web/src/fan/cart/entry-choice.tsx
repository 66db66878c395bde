import { Group, Stack, Text } from '@mantine/core';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { CartEntry } from '#services/contract/cart/calls.ts';
import { CountField } from '../../components/forms/count-field.tsx';
import { useUpgradeText } from '../../components/orders/upgrade-text.ts';
import { useLocale } from '../../language/use-locale.ts';
import { MAX_BUNDLES, mostMonths, periodOf } from '../orders/checkout/order-choice.ts';
import type { EntryChange } from './use-entry.ts';

const MAX_UNITS = 10_000;

interface Props {
  entry: CartEntry;
  onChange: (choice: EntryChange) => void;
}

/** Quantities: units of each model, bundles, or months. */
export function EntryChoice({ entry, onChange }: Props) {
  if (entry.plan.product_type === PRODUCT_TYPE.sponsorship)
    return <Months entry={entry} onChange={onChange} />;
  if (entry.bundle_count > 0) return <Bundles entry={entry} onChange={onChange} />;
  return (
    <Stack gap="xs">
      {entry.sku.map((sku) => (
        <Line
          key={sku.sku_id}
          sku={sku}
          // An existing choice can be lowered, even above the remaining stock.
          most={sku.stock === '' ? MAX_UNITS : Math.max(sku.stock, sku.count)}
          onCount={(count) =>
            onChange({
              sku: entry.sku.map((one) => ({
                sku_id: one.sku_id,
                count: one.sku_id === sku.sku_id ? count : one.count,
              })),
            })
          }
        />
      ))}
    </Stack>
  );
}

interface LineProps {
  sku: CartEntry['sku'][number];
  most: number;
  onCount: (count: number) => void;
}

function Line({ sku, most, onCount }: LineProps) {
  const { t, formats } = useLocale(['cart', 'orders-buying']);
  const few = sku.stock !== '' && sku.stock < 10;
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ flex: '1 1 120px', minWidth: 0 }}>
        <Text size="sm">{sku.name || t('gone')}</Text>
        <Text className="hint figures">
          {formats.money(sku.price)}
          {few &&
            ` · ${sku.stock === 0 ? t('orders-buying:stock.none') : t('stock.left', { count: Number(sku.stock) })}`}
        </Text>
      </div>
      <CountField label={sku.name} value={sku.count} min={1} max={Math.max(1, most)} onChange={onCount} />
    </Group>
  );
}

function Bundles({ entry, onChange }: Props) {
  const { t } = useLocale(['cart', 'orders-buying']);
  const { sku, bundle_count, bundle_stock } = entry;
  const inside = sku.map(({ name, count }) =>
    count > 1 ? t('orders-buying:create.line', { name, count }) : name,
  );
  const most = bundle_stock === '' ? MAX_BUNDLES : Math.max(bundle_stock, bundle_count);
  // Of a bundle that holds everything the choice is its plan's; of the others it is the fan's.
  const chosen =
    entry.plan.product_type === PRODUCT_TYPE.choice_bundle
      ? { sku: sku.map(({ sku_id, count }) => ({ sku_id, count })) }
      : {};
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ flex: '1 1 160px', minWidth: 0 }}>
        <Text size="sm">{t('inside', { what: inside.join(' · ') })}</Text>
        {bundle_stock !== '' && bundle_stock < 10 && (
          <Text className="hint figures">{t('stock.bundles', { count: bundle_stock })}</Text>
        )}
      </div>
      <CountField
        label={t('bundles')}
        value={bundle_count}
        min={1}
        max={most}
        onChange={(count) => onChange({ ...chosen, bundle_count: count })}
      />
    </Group>
  );
}

function Months({ entry, onChange }: Props) {
  const { t } = useLocale(['cart', 'orders-buying']);
  const upgradeText = useUpgradeText();
  const { plan, month, price } = entry;
  const period = periodOf(plan);
  if (plan.permanent) return <Text size="sm">{t('orders-buying:create.permanent')}</Text>;
  if (plan.single_month && month === 1) return <Text size="sm">{t('orders-buying:create.singleMonth')}</Text>;
  // An upgrade covers the days left, for any requested number of months.
  const upgrade = price && upgradeText(price);
  if (upgrade) return <Text size="sm">{upgrade}</Text>;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{t('orders-buying:create.monthCount', { count: month })}</Text>
      <CountField
        label={t('months')}
        value={month / period}
        min={1}
        max={Math.floor(mostMonths(plan) / period)}
        onChange={(periods) => onChange({ month: periods * period })}
      />
    </Group>
  );
}
