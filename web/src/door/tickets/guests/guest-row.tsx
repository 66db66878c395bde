import { Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Ticket } from '#services/api/tickets/contract/tickets.ts';
import { Dotted } from '../../../components/dotted.tsx';
import { TicketStatus } from '../../../fan/tickets/ticket-status.tsx';
import { useFormats } from '../../../language/use-formats.ts';

/** One ticket of the guest list. */
export function GuestRow({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('door');
  const formats = useFormats();
  const { name, id_card, code, sku, round, status, used_at, used_by, out_trade_no } = ticket;
  const session = round?.begin_time != null ? formats.dateTime(round.begin_time) : '';
  return (
    <Paper withBorder p="sm" radius="md">
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <Stack gap={2} style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={650}>{name || t('guests.unnamed')}</Text>
            {id_card !== '' && (
              <Text size="sm" c="dimmed" className="figures">
                {id_card}
              </Text>
            )}
          </Group>
          <Text size="sm" className="figures">
            <Dotted parts={[sku.name, session]} />
          </Text>
          {used_at !== null && (
            <Text size="sm" className="figures">
              {t('guests.by', { time: formats.dateTime(used_at), name: used_by })}
            </Text>
          )}
          <Text size="sm" c="dimmed" className="figures">
            {code}
          </Text>
          <Text size="xs" c="dimmed" className="figures">
            {out_trade_no}
          </Text>
        </Stack>
        <TicketStatus status={status} />
      </Group>
    </Paper>
  );
}
