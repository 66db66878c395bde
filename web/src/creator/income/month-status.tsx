import { Badge, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IncomeMonth } from '#services/api/books/contract/books.ts';
import { useFormats } from '../../language/use-formats.ts';

const COLORS = { open: 'gray', settled: 'blue', available: 'green' } as const;

interface Props {
  month: IncomeMonth;
  /** The alignment. */
  align?: 'flex-start' | 'flex-end';
}

/** The state of a month, and the time when it can be withdrawn. */
export function MonthStatus({ month: { status, available_at }, align = 'flex-start' }: Props) {
  const { t } = useTranslation('income');
  const formats = useFormats();
  return (
    <Stack gap={2} align={align}>
      <Badge variant="light" color={COLORS[status]}>
        {t(`status.${status}`)}
      </Badge>
      <Text size="xs" c="dimmed" ta={align === 'flex-end' ? 'right' : undefined}>
        {t(status === 'available' ? 'since' : 'from', { time: formats.dateTime(available_at) })}
      </Text>
    </Stack>
  );
}
