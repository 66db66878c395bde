import { Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import { editBundleStock, editSkuStock } from '#services/contract/stock/calls.ts';
import { call } from '../../api/client.ts';
import { useMutation } from '../../api/queries.ts';
import { NumberField } from '../../components/forms/number-field.tsx';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { useLocale } from '../../language/use-locale.ts';

const MAX_COUNT = 10_000_000;
const WAYS = ['delta', 'set', 'unlimited'] as const;
type Way = (typeof WAYS)[number];

/** Units left (`""` unlimited), or a difference. */
type StockChange = { set: number | '' } | { delta: number };

/** A SKU or bundle with its present stock, which changes while the dialog is open. */
interface StockedThing {
  of: { sku_id: string } | { plan_id: string };
  name: string;
  stock: number | '';
  /** Null without a limit. */
  units: Sku['stock_units'];
}

/** A saved SKU, or a bundle as a whole. */
export function stockOf(thing: Sku | Plan | undefined): StockedThing | undefined {
  if (thing === undefined) return undefined;
  if ('bundle_stock' in thing) {
    return {
      of: { plan_id: thing.plan_id },
      name: thing.name,
      stock: thing.bundle_stock,
      units: thing.bundle_units,
    };
  }
  return { of: { sku_id: thing.sku_id }, name: thing.name, stock: thing.stock, units: thing.stock_units };
}

interface Props {
  /** undefined: the dialog is closed. */
  stocked: StockedThing | undefined;
  onClose: () => void;
}

/** Changes the units left of something saved, by a difference, to a number, or to unlimited. */
export function StockDialog({ stocked, onClose }: Props) {
  const { t } = useLocale(['catalog-editor', 'shell']);
  return (
    <Modal
      opened={stocked !== undefined}
      onClose={onClose}
      title={t('stock.title', { name: stocked?.name ?? '' })}
    >
      {stocked !== undefined && (
        <StockForm key={JSON.stringify(stocked.of)} stocked={stocked} onClose={onClose} />
      )}
    </Modal>
  );
}

function StockForm({ stocked, onClose }: { stocked: StockedThing; onClose: () => void }) {
  const { t, formats } = useLocale(['catalog-editor', 'shell']);
  const { of, stock, units: counts } = stocked;
  const edit = useMutation({
    mutationFn: (change: StockChange): Promise<unknown> => {
      const relative = 'delta' in change;
      return 'plan_id' in of
        ? call(editBundleStock, { ...of, ...(relative ? change : { bundle_stock: change.set }) })
        : call(editSkuStock, { ...of, ...(relative ? change : { stock: change.set }) });
    },
    meta: { quiet: true },
  });
  const unlimited = stock === '';
  const [way, setWay] = useState<Way>(unlimited ? 'set' : 'delta');
  const form = useServerForm({
    initialValues: { units: '' as number | string },
    send: edit,
    requestOf: ({ units }): StockChange =>
      way === 'unlimited' ? { set: '' } : way === 'set' ? { set: Number(units) } : { delta: Number(units) },
    names: { stock: 'units', bundle_stock: 'units', delta: 'units' },
    saved: t('stock.saved'),
    onDone: onClose,
  });
  const { units } = form.values;
  const whole = typeof units === 'number' && Number.isInteger(units);
  return (
    <ServerForm
      form={form}
      submit={t('shell:action.save')}
      button={{ disabled: way !== 'unlimited' && !whole }}
      onCancel={onClose}
    >
      <Stack gap={4} p="md" bg="var(--fw-wash)" style={{ borderRadius: 12 }}>
        <Group justify="space-between">
          <Text>{t('stock.left')}</Text>
          <Text fz={24} fw={650} className="figures" role="status">
            {stock === '' ? t('stock.unlimited') : formats.number(stock)}
          </Text>
        </Group>
        {counts && (
          <Text c="dimmed" fz="sm" className="figures">
            {(['held', 'sold', 'total'] as const)
              .map((name) => [t(`stock.units.${name}`), formats.number(counts[name])].join(' '))
              .join(' · ')}
          </Text>
        )}
      </Stack>
      <SegmentedControl
        fullWidth
        aria-label={t('stock.way')}
        value={way}
        onChange={(value) => {
          setWay(WAYS.find((one) => one === value) ?? 'delta');
          form.setFieldValue('units', '');
        }}
        data={WAYS.map((value) => ({
          value,
          label: t(`stock.ways.${value}`),
          disabled: (value === 'delta' || value === 'unlimited') && unlimited,
        }))}
      />
      {way === 'unlimited' ? (
        <Text c="dimmed">{t('stock.unlimitedText')}</Text>
      ) : (
        <NumberField
          key={way}
          data-autofocus
          label={t(`stock.label.${way}`)}
          description={t(`stock.hint.${way}`)}
          min={way === 'set' ? 0 : -MAX_COUNT}
          max={MAX_COUNT}
          {...form.getInputProps('units')}
        />
      )}
      {way === 'delta' && whole && stock !== '' && (
        <Text c="dimmed" className="figures">
          {t('stock.after', { count: stock + Number(units) })}
        </Text>
      )}
    </ServerForm>
  );
}
