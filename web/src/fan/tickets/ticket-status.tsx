import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TICKET_STATUS } from '#events/status.ts';

const COLORS: Readonly<Record<number, string>> = {
  [TICKET_STATUS.valid]: 'green',
  [TICKET_STATUS.used]: 'gray',
  [TICKET_STATUS.void]: 'red',
};

/** Not used, used or void. */
export function TicketStatus({ status }: { status: number }) {
  const { t } = useTranslation('tickets');
  // The contract knows these three.
  const key = status as 1 | 2 | 3;
  return (
    <Badge color={COLORS[status] ?? 'gray'} style={{ flexShrink: 0 }}>
      {t(`status.${key}`)}
    </Badge>
  );
}
