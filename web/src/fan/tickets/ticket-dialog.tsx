import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconUserEdit } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Ticket } from '#services/contract/tickets/tickets.ts';
import { holderChangeOf } from './change-holder.ts';
import { HolderForm } from './holder-form.tsx';
import { TicketFace } from './ticket-face.tsx';

interface Props {
  tickets: readonly Ticket[];
  /** Which of them is shown; undefined while the dialog is closed. */
  at: number | undefined;
  onAt: (at: number | undefined) => void;
}

/** Tickets one by one, for check-in; arrow keys work like the buttons. */
export function TicketDialog({ tickets, at, onAt }: Props) {
  const { t } = useTranslation('tickets');
  const ticket = at === undefined ? undefined : tickets[at];
  const close = () => onAt(undefined);
  const turn = (by: number) => {
    if (at !== undefined && tickets[at + by] !== undefined) onAt(at + by);
  };
  const onKey = ({ key, target }: KeyboardEvent) => {
    // In a field the keys move the cursor.
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    if (key === 'ArrowLeft') turn(-1);
    if (key === 'ArrowRight') turn(1);
  };
  return (
    <Modal
      opened={ticket !== undefined}
      onClose={close}
      title={ticket?.plan.name}
      size="sm"
      onKeyDown={onKey}
    >
      {ticket && at !== undefined && (
        <>
          {tickets.length > 1 && (
            <Group justify="center" gap="md" mb="md">
              <Turn to={t('previous')} disabled={at === 0} onClick={() => turn(-1)}>
                <IconChevronLeft aria-hidden />
              </Turn>
              <Text className="figures" fw={650} role="status">
                {t('page', { page: at + 1, total: tickets.length })}
              </Text>
              <Turn to={t('next')} disabled={at === tickets.length - 1} onClick={() => turn(1)}>
                <IconChevronRight aria-hidden />
              </Turn>
            </Group>
          )}
          <ChangeableTicket key={ticket.id} ticket={ticket} />
        </>
      )}
    </Modal>
  );
}

/** A ticket, with the change of its holder in its place. */
function ChangeableTicket({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  const [changing, setChanging] = useState(false);
  const change = holderChangeOf(ticket, Date.now() / 1000);
  if (changing && change.can) {
    const { left, until } = change;
    return <HolderForm ticket={ticket} left={left} until={until} onDone={() => setChanging(false)} />;
  }
  return (
    <Stack gap="md">
      <TicketFace ticket={ticket} />
      {change.can && (
        <Button
          variant="default"
          leftSection={<IconUserEdit size={18} aria-hidden />}
          onClick={() => setChanging(true)}
        >
          {t('change.open')}
        </Button>
      )}
      {!change.can && change.fixed !== undefined && (
        <Text className="hint">{t(`change.fixed.${change.fixed}`)}</Text>
      )}
    </Stack>
  );
}

interface TurnProps {
  to: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Turn = ({ to, disabled, onClick, children }: TurnProps) => (
  <ActionIcon variant="default" size={40} radius="xl" aria-label={to} disabled={disabled} onClick={onClick}>
    {children}
  </ActionIcon>
);
