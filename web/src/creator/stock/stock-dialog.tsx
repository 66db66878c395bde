import { Button, Group, Modal, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Sku } from '#services/api/catalog/contract/plans.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { type StockChange, type Stocked, useEditStock } from '../../api/selling.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useFormats } from '../../language/use-formats.ts';

const MOST = 10_000_000;
const WAYS = ['delta', 'set', 'unlimited'] as const;
type Way = (typeof WAYS)[number];

/** A SKU or bundle with its present stock, which changes while the dialog is open. */
interface StockedThing {
  of: Stocked;
  name: string;
  stock: number | '';
}

/** A saved SKU, or a bundle as a whole. */
export function stockOf(thing: Sku | Plan | undefined): StockedThing | undefined {
  if (thing === undefined) return undefined;
  if ('bundle_stock' in thing) {
    return { of: { plan_id: thing.plan_id }, name: thing.name, stock: thing.bundle_stock };
  }
  return { of: { sku_id: thing.sku_id }, name: thing.name, stock: thing.stock };
}

interface Props {
  /** undefined: the dialog is closed. */
  stocked: StockedThing | undefined;
  onClose: () => void;
}

/** Changes the stock of something saved, by a difference, to a total, or to unlimited. */
export function StockDialog({ stocked, onClose }: Props) {
  const { t } = useTranslation(['offer', 'shell']);
  return (
    <Modal
      opened={stocked !== undefined}
      onClose={onClose}
      title={t('stock.title', { name: stocked?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('shell:action.close') }}
    >
      {stocked !== undefined && (
        <StockForm key={JSON.stringify(stocked.of)} stocked={stocked} onClose={onClose} />
      )}
    </Modal>
  );
}

function StockForm({ stocked, onClose }: { stocked: StockedThing; onClose: () => void }) {
  const { t } = useTranslation(['offer', 'shell']);
  const formats = useFormats();
  const edit = useEditStock();
  const { of, stock } = stocked;
  const unlimited = stock === '';
  const [way, setWay] = useState<Way>(unlimited ? 'set' : 'delta');
  const [units, setUnits] = useState<number | string>('');
  const whole = typeof units === 'number' && Number.isInteger(units);
  const refused =
    fieldRefusal(edit.error, 'stock') ??
    fieldRefusal(edit.error, 'bundle_stock') ??
    fieldRefusal(edit.error, 'delta') ??
    (edit.error && sentenceOf(edit.error));
  const choose = (chosen: Way) => {
    edit.reset();
    setWay(chosen);
    setUnits('');
  };
  const save = () => {
    const change: StockChange =
      way === 'unlimited' ? { set: '' } : way === 'set' ? { set: Number(units) } : { delta: Number(units) };
    edit.mutate(
      { of, change },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('stock.saved') });
          onClose();
        },
      },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (way === 'unlimited' || whole) save();
      }}
    >
      <Stack gap="md">
        <Group justify="space-between" p="md" bg="var(--fw-wash)" style={{ borderRadius: 12 }}>
          <Text>{t('stock.left')}</Text>
          <Text fz={24} fw={650} className="figures" role="status">
            {stock === '' ? t('stock.unlimited') : formats.number(stock)}
          </Text>
        </Group>
        <SegmentedControl
          fullWidth
          aria-label={t('stock.way')}
          value={way}
          onChange={(value) => choose(WAYS.find((one) => one === value) ?? 'delta')}
          data={WAYS.map((value) => ({
            value,
            label: t(`stock.ways.${value}`),
            disabled: (value === 'delta' || value === 'unlimited') && unlimited,
          }))}
        />
        {way === 'unlimited' ? (
          <Text c="dimmed">{t('stock.unlimitedText')}</Text>
        ) : (
          <NumberInput
            data-autofocus
            label={t(`stock.label.${way}`)}
            description={t(`stock.hint.${way}`)}
            value={units}
            onChange={setUnits}
            min={way === 'set' ? 0 : -MOST}
            max={MOST}
            allowDecimal={false}
            allowNegative={way === 'delta'}
            error={refused || undefined}
          />
        )}
        {way === 'unlimited' && refused && (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            {refused}
          </Text>
        )}
        {way === 'delta' && whole && stock !== '' && (
          <Text c="dimmed" className="figures">
            {t('stock.after', { count: stock + Number(units) })}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:action.cancel')}
          </Button>
          <Button type="submit" loading={edit.isPending} disabled={way !== 'unlimited' && !whole}>
            {t('shell:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
