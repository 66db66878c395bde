import { Button, Group, Modal, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sku } from '#services/api/contract/plans.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { useEditStock } from '../../api/selling.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useFormats } from '../../language/use-formats.ts';

const MOST = 10_000_000;
const WAYS = ['delta', 'set', 'unlimited'] as const;
type Way = (typeof WAYS)[number];

interface Props {
  /** The SKU as it is now: what is left moves while the dialog is open. */
  sku: Sku | undefined;
  onClose: () => void;
}

/** Changes the stock of a saved SKU, by a difference, to a total, or to unlimited. */
export function StockDialog({ sku, onClose }: Props) {
  const { t } = useTranslation(['offer', 'shell']);
  return (
    <Modal
      opened={sku !== undefined}
      onClose={onClose}
      title={t('stock.title', { name: sku?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('shell:action.close') }}
    >
      {sku !== undefined && <StockForm key={sku.sku_id} sku={sku} onClose={onClose} />}
    </Modal>
  );
}

function StockForm({ sku, onClose }: { sku: Sku; onClose: () => void }) {
  const { t } = useTranslation(['offer', 'shell']);
  const formats = useFormats();
  const edit = useEditStock();
  const unlimited = sku.stock === '';
  const [way, setWay] = useState<Way>(unlimited ? 'set' : 'delta');
  const [units, setUnits] = useState<number | string>('');
  const whole = typeof units === 'number' && Number.isInteger(units);
  const refused =
    fieldRefusal(edit.error, 'stock') ??
    fieldRefusal(edit.error, 'delta') ??
    (edit.error && sentenceOf(edit.error));
  const choose = (chosen: Way) => {
    edit.reset();
    setWay(chosen);
    setUnits('');
  };
  const save = () => {
    const change =
      way === 'unlimited'
        ? { stock: '' as const }
        : way === 'set'
          ? { stock: Number(units) }
          : { delta: Number(units) };
    edit.mutate(
      { sku_id: sku.sku_id, ...change },
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
            {sku.stock === '' ? t('stock.unlimited') : formats.number(sku.stock)}
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
        {way === 'delta' && whole && sku.stock !== '' && (
          <Text c="dimmed" className="figures">
            {t('stock.after', { count: sku.stock + Number(units) })}
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
