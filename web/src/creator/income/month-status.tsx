import { Badge, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IncomeMonth } from '#services/api/books/contract/books.ts';
import { useFormats } from '../../language/use-formats.ts';

const COLORS = { open: 'gray', settled: 'blue', available: 'green' } as const;

interface Props {
  month: IncomeMonth;
}

/** How far a month is, and since or from when it can be withdrawn. */
export function MonthStatus({ month: { status, available_at } }: Props) {
  const { t } = useTranslation('income');
  const formats = useFormats();
  return (
    <Stack gap={2} align="flex-start">
      <Badge variant="light" color={COLORS[status]}>
        {t(`status.${status}`)}
      </Badge>
      <Text size="xs" c="dimmed">
        {t(status === 'available' ? 'since' : 'from', { time: formats.dateTime(available_at) })}
      </Text>
    </Stack>
  );
}
