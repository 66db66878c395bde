import { Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { CountField } from '../../components/forms/count-field.tsx';
import { leftOfSku } from '../catalog/item/stock-left.ts';
import { type Counts, chosenOf } from './choice.ts';

interface Props {
  plan: Plan;
  /** The required number. */
  count: number;
  counts: Counts;
  onChange: (counts: Counts) => void;
}

/** A number of a bundle's parts, each once unless repeats are allowed. */
export function ChooseParts({ plan, count, counts, onChange }: Props) {
  const { t } = useTranslation('redeem');
  const chosen = chosenOf(counts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in one line with how many are chosen
    <div role="group" aria-label={t('fan.chooseMany', { count })}>
      <Group justify="space-between" mb={8}>
        <Text size="sm" fw={500} aria-hidden>
          {t('fan.chooseMany', { count })}
        </Text>
        <Text className="hint figures" role="status">
          {t('fan.chosen', { chosen, count })}
        </Text>
      </Group>
      <Stack gap="xs">
        {plan.sku.map((sku) => {
          const own = counts[sku.sku_id] ?? 0;
          const most = plan.bundle_sku_can_repeat ? count : 1;
          const room = Math.min(most, own + count - chosen, leftOfSku(sku));
          return (
            <Paper key={sku.sku_id} withBorder p="sm" radius="md">
              <Group justify="space-between" wrap="nowrap">
                <Text>{sku.name}</Text>
                <CountField
                  label={sku.name}
                  value={own}
                  min={0}
                  max={Math.max(own, room)}
                  onChange={(units) => onChange({ ...counts, [sku.sku_id]: units })}
                />
              </Group>
            </Paper>
          );
        })}
      </Stack>
    </div>
  );
}
