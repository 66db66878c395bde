import { Button, EmptyState, Paper, Stack, Text, Title } from '@mantine/core';
import { IconTicket, IconTicketOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TICKET_STATUS } from '#events/status.ts';
import { listOrderTickets, type Ticket } from '#services/contract/tickets/tickets.ts';
import { queryOf } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { Fact } from '../../components/fact.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { DocumentNumber } from '../../components/tickets/document-number.tsx';
import { TicketStatus } from '../../fan/tickets/ticket-status.tsx';
import { useLocale } from '../../language/use-locale.ts';

interface Props {
  out_trade_no: string;
  id: string;
  busy: boolean;
  onAdmit: () => void;
  /** To the camera. */
  onNext: () => void;
}

/** A ticket whose code was opened by a phone’s own camera: it is admitted only after confirmation. */
export function LinkedTicket({ out_trade_no, id, ...rest }: Props) {
  const query = useQuery(queryOf(listOrderTickets, { out_trade_no }));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NoTicket onNext={rest.onNext} />;
  return (
    <Loaded query={query} height={320}>
      {({ list, at_door }) => {
        const ticket = list.find((one) => one.id === id);
        if (ticket === undefined) return <NoTicket onNext={rest.onNext} />;
        return at_door ? <AtDoor ticket={ticket} {...rest} /> : <ForFan out_trade_no={out_trade_no} />;
      }}
    </Loaded>
  );
}

type AtDoorProps = Pick<Props, 'busy' | 'onAdmit' | 'onNext'> & { ticket: Ticket };

function AtDoor({ ticket, busy, onAdmit, onNext }: AtDoorProps) {
  const { t, formats } = useLocale('door');
  const { plan, sku, round, name, id_type, id_card, code, status, used_at, used_by } = ticket;
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} fz="lg">
          {plan.name}
        </Title>
        <div>
          <TicketStatus status={status} />
        </div>
        {used_at !== null && (
          <Text size="sm" className="figures">
            {t('verdict.usedText', { time: formats.dateTime(used_at), name: used_by })}
          </Text>
        )}
        <Fact label={t('fact.kind')}>{sku.name}</Fact>
        {round?.begin_time != null && (
          <Fact label={t('fact.round')}>{formats.occasion(round.begin_time)}</Fact>
        )}
        {name !== '' && <Fact label={t('fact.holder')}>{name}</Fact>}
        {id_card !== '' && (
          <Fact label={t('fact.card')}>
            <DocumentNumber type={id_type} number={id_card} />
          </Fact>
        )}
        <Fact label={t('fact.code')}>{code}</Fact>
        <Button
          size="lg"
          onClick={onAdmit}
          loading={busy}
          variant={status === TICKET_STATUS.valid ? 'filled' : 'default'}
        >
          {t('linked.admit')}
        </Button>
        <Button variant="light" onClick={onNext}>
          {t('linked.scan')}
        </Button>
      </Stack>
    </Paper>
  );
}

function ForFan({ out_trade_no }: Pick<Props, 'out_trade_no'>) {
  const { t } = useLocale('door');
  return (
    <EmptyState
      size="lg"
      variant="light"
      py={32}
      icon={<IconTicket aria-hidden />}
      title={t('linked.fanTitle')}
      description={t('linked.fanText')}
    >
      <EmptyState.Actions>
        <ButtonLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: out_trade_no }}>
          {t('linked.wallet')}
        </ButtonLink>
      </EmptyState.Actions>
    </EmptyState>
  );
}

function NoTicket({ onNext }: Pick<Props, 'onNext'>) {
  const { t } = useLocale('door');
  return (
    <EmptyState
      size="lg"
      variant="light"
      py={32}
      role="alert"
      icon={<IconTicketOff aria-hidden />}
      title={t('linked.none')}
      description={t('linked.noneText')}
    >
      <EmptyState.Actions>
        <Button onClick={onNext}>{t('linked.scan')}</Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
