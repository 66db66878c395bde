import { Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderTickets, Ticket } from '#services/api/contract/tickets.ts';
import { EC, isRefusal } from '../api/refusal.ts';
import { orderTicketsQuery, TICKET_STATUS } from '../api/tickets.ts';
import { TicketStatus } from '../fan/tickets/ticket-status.tsx';
import { useFormats } from '../language/use-formats.ts';
import { DeadEnd } from '../parts/dead-end.tsx';
import { Fact } from '../parts/fact.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';

interface Props {
  out_trade_no: string;
  id: string;
  busy: boolean;
  onAdmit: () => void;
}

/** A ticket whose code was opened by a phone’s own camera: it lets in only when the door says so. */
export function LinkedTicket({ out_trade_no, id, busy, onAdmit }: Props) {
  const query = useQuery(orderTicketsQuery(out_trade_no));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NoTicket />;
  return (
    <Loaded query={query} skeleton={<Skeleton height={320} radius="lg" />}>
      {(tickets) => <Opened tickets={tickets} id={id} busy={busy} onAdmit={onAdmit} />}
    </Loaded>
  );
}

function Opened({
  tickets,
  id,
  ...rest
}: {
  tickets: OrderTickets;
  id: string;
  busy: boolean;
  onAdmit: () => void;
}) {
  const ticket = tickets.list.find((one) => one.id === id);
  if (ticket === undefined) return <NoTicket />;
  return tickets.at_door ? <AtDoor ticket={ticket} {...rest} /> : <ForFan />;
}

function AtDoor({ ticket, busy, onAdmit }: { ticket: Ticket; busy: boolean; onAdmit: () => void }) {
  const { t } = useTranslation('door');
  const formats = useFormats();
  const { plan, sku, round, name, id_card, code, status } = ticket;
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} fz="lg">
          {plan.name}
        </Title>
        <div>
          <TicketStatus status={status} />
        </div>
        <Fact label={t('fact.kind')}>{sku.name}</Fact>
        {round?.begin_time != null && (
          <Fact label={t('fact.session')}>{formats.dateTime(round.begin_time)}</Fact>
        )}
        {name !== '' && <Fact label={t('fact.holder')}>{name}</Fact>}
        {id_card !== '' && <Fact label={t('fact.card')}>{id_card}</Fact>}
        <Fact label={t('fact.code')}>{code}</Fact>
        <Button
          size="lg"
          onClick={onAdmit}
          loading={busy}
          variant={status === TICKET_STATUS.valid ? 'filled' : 'default'}
        >
          {t('linked.admit')}
        </Button>
      </Stack>
    </Paper>
  );
}

function ForFan() {
  const { t } = useTranslation('door');
  return (
    <DeadEnd icon={<IconTicket aria-hidden />} title={t('linked.fanTitle')} text={t('linked.fanText')}>
      <ButtonLink to="/dashboard/ticket">{t('linked.wallet')}</ButtonLink>
    </DeadEnd>
  );
}

function NoTicket() {
  const { t } = useTranslation('door');
  return (
    <Stack gap={4} py="xl" ta="center" role="alert">
      <Text fw={650}>{t('linked.none')}</Text>
      <Text c="dimmed">{t('linked.noneText')}</Text>
    </Stack>
  );
}
