import { Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Explain } from '#services/api/stats/contract.ts';
import { useFormats } from '../../../language/use-formats.ts';
import type { Asked } from '../stats-search.ts';
import { isMoney } from './explained-order.tsx';
import { useShownValue } from './shown-value.ts';

interface Props {
  explain: Explain;
  asked: Asked;
}

/** The figure as the orders add up to it, compared with the same figure of the read model. */
export function SumCheck({ explain, asked }: Props) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { figure, value, total_count, as_of } = explain;
  const shown = useShownValue(asked);
  const equal = shown !== undefined && Number(shown) === Number(value);
  return (
    <Paper p="md" bg="var(--fw-wash)" radius="lg">
      <Stack gap={4}>
        <Text fz={28} fw={650} lh={1.2} className="figures">
          {isMoney(figure) ? formats.money(value) : formats.number(Number(value))}
        </Text>
        <Text size="sm" className="figures">
          {t('sum', { count: total_count })}
        </Text>
        {shown !== undefined && (
          <Group gap={6} wrap="nowrap" c={equal ? 'var(--fw-good)' : 'dimmed'}>
            {equal ? <IconCircleCheck size={16} aria-hidden /> : <IconRefresh size={16} aria-hidden />}
            <Text size="sm">{t(equal ? 'equal' : 'moving')}</Text>
          </Group>
        )}
        <Text size="xs" c="dimmed" className="figures">
          {t('asOf', { time: formats.time(as_of.time), position: formats.number(as_of.position) })}
        </Text>
      </Stack>
    </Paper>
  );
}
