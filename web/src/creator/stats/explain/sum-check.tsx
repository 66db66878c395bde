import { Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Explain } from '#services/api/stats/contract.ts';
import { useFormats } from '../../../language/use-formats.ts';
import type { Days } from '../period.ts';
import { statsQuery } from '../stats-query.ts';
import { totalOf } from '../totals.ts';
import { isMoney } from './explained-order.tsx';

interface Props {
  explain: Explain;
  days: Days;
  plan_id: string | undefined;
}

/** The figure as the orders add up to it, held against the same figure of the daily rows. */
export function SumCheck({ explain, days, plan_id }: Props) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { figure, value, total_count, as_of } = explain;
  const rows = useQuery(statsQuery(days, plan_id));
  const shown =
    rows.data === undefined || rows.isPlaceholderData ? undefined : totalOf(figure, rows.data.list);
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
