import { Button, Group, Stack, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { TICKET_STATUS } from '#events/status.ts';
import type { Ticket } from '#services/contract/tickets/tickets.ts';
import { DotList } from '../../components/dot-list.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { TicketStatus } from './ticket-status.tsx';

interface Props {
  ticket: Ticket;
  /** If the round is not shown above. */
  withRound?: boolean;
  onShow: () => void;
}

/** One ticket in a list: round, holder, and the link to its code. */
export function TicketRow({ ticket, withRound = false, onShow }: Props) {
  const { t, formats } = useLocale('tickets');
  const { sku, round, name, code, status } = ticket;
  const begins = withRound ? round?.begin_time : null;
  const used = status === TICKET_STATUS.used;
  const about = [begins != null ? formats.occasion(begins) : '', name, code];
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={2} style={{ minWidth: 0, flex: '1 1 200px' }}>
        <Group gap="xs">
          <Text fw={650}>{sku.name}</Text>
          <TicketStatus status={status} />
        </Group>
        <Text className="hint figures">
          <DotList parts={about} />
        </Text>
      </Stack>
      {status !== TICKET_STATUS.void && (
        <Button
          // Once used it only shows that it was.
          variant={used ? 'default' : 'light'}
          size="sm"
          style={{ flexShrink: 0 }}
          leftSection={!used && <IconQrcode size={18} aria-hidden />}
          aria-label={t(used ? 'viewOf' : 'showOf', { name: `${sku.name} ${name || code}` })}
          onClick={onShow}
        >
          {t(used ? 'view' : 'show')}
        </Button>
      )}
    </Group>
  );
}
