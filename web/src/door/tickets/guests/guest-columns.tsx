import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { TICKET_STATUS } from '#events/status.ts';
import { documentName } from '#services/contract/tickets/documents.ts';
import type { Ticket } from '#services/contract/tickets/tickets.ts';
import { Name } from '../../../components/name.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { languageOf } from '../../../language/language.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { isOver } from '../today.ts';
import { UndoButton } from './undo-button.tsx';

const colorOf = ({ status, round }: Ticket): string => {
  if (status === TICKET_STATUS.void) return 'red';
  return status === TICKET_STATUS.valid && !isOver(round) ? 'green' : 'gray';
};

/** Columns of the guest list. */
export function useGuestColumns(): Column<Ticket>[] {
  const { t, i18n, formats } = useLocale(['door', 'shell']);
  const statusOf = ({ status, round }: Ticket): string => {
    if (status === TICKET_STATUS.void) return t('guests.void');
    if (status === TICKET_STATUS.used) return t('guests.inside');
    return t(isOver(round) ? 'guests.noShow' : 'guests.expected');
  };
  const documentOf = ({ id_type, id_card }: Ticket): string =>
    id_type === '' ? '' : `${documentName(id_type, languageOf(i18n.language, undefined))} ${id_card}`;
  return [
    {
      id: 'name',
      head: t('guests.name'),
      kind: 'name',
      value: ({ name }) => name || t('guests.unnamed'),
      cell: ({ name, holder_changed_at }) => (
        <>
          <Name inherit>{name || t('guests.unnamed')}</Name>
          {holder_changed_at !== null && (
            <Text component="div" className="footnote figures">
              {t('guests.holderChanged', { time: formats.shortTime(holder_changed_at) })}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'status',
      head: t('shell:table.status'),
      kind: 'status',
      order: ({ status }) => status,
      value: statusOf,
      cell: (ticket) => (
        <Badge color={colorOf(ticket)} style={{ flexShrink: 0 }}>
          {statusOf(ticket)}
        </Badge>
      ),
    },
    { id: 'id_card', head: t('guests.idCard'), value: documentOf },
    {
      id: 'ticket',
      head: t('guests.ticket'),
      kind: 'text',
      value: ({ sku, round }) =>
        round?.begin_time == null ? sku.name : `${sku.name} · ${formats.fileTime(round.begin_time)}`,
      cell: ({ sku, round }) => (
        <TwoLines
          first={sku.name}
          second={
            round?.begin_time != null && <span className="amount">{formats.shortTime(round.begin_time)}</span>
          }
        />
      ),
    },
    {
      id: 'used',
      head: t('guests.letIn'),
      kind: 'time',
      value: ({ used_at }) => used_at,
      cell: (ticket) => <CheckedIn ticket={ticket} />,
    },
    {
      id: 'code',
      head: t('guests.code'),
      value: ({ code }) => code,
      cell: ({ code }) => <span className="amount">{code}</span>,
    },
    { id: 'order', head: t('guests.order'), value: ({ out_trade_no }) => out_trade_no, optional: true },
  ];
}

const TwoLines = ({ first, second }: { first: string; second: ReactNode }) => (
  <div>
    <div className="amount">{first}</div>
    <Text component="div" className="footnote figures">
      {second}
    </Text>
  </div>
);

/** When and by whom a guest was checked in, with its undoing; or that the last check-in was undone. */
function CheckedIn({ ticket }: { ticket: Ticket }) {
  const { t, formats } = useLocale('door');
  const { used_at, used_by, undone_at, undone_by, status } = ticket;
  if (used_at === null) {
    if (undone_at === null) return null;
    return (
      <TwoLines first={formats.shortTime(undone_at)} second={t('guests.undoneBy', { name: undone_by })} />
    );
  }
  return (
    <Group gap="sm" wrap="nowrap">
      <TwoLines
        first={formats.shortTime(used_at)}
        second={
          <Name inherit maw={160}>
            {t('guests.by', { name: used_by })}
          </Name>
        }
      />
      {status === TICKET_STATUS.used && <UndoButton ticket={ticket} />}
    </Group>
  );
}
