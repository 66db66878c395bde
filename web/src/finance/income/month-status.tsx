import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettlementMonth } from '#services/api/income/contract.ts';

const COLOURS = {
  running: 'gray',
  open: 'orange',
  settled: 'blue',
  available: 'green',
} as const satisfies Record<SettlementMonth['status'], string>;

/** The state of a month. */
export function MonthStatus({ status }: { status: SettlementMonth['status'] }) {
  const { t } = useTranslation('settlements');
  return (
    <Badge color={COLOURS[status]} variant="light">
      {t(`status.${status}`)}
    </Badge>
  );
}
