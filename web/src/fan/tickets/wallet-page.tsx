import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listMyTickets, type OwnTicket } from '#services/contract/tickets/tickets.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { PageSearch, SearchState } from '../../shell/search.ts';
import '../../app/styles/print.css';
import { AccountFrame } from '../frame/account-frame.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { TicketRow } from './ticket-row.tsx';

/** Tickets that are shown on one card: of one order, for one round. */
interface TicketGroup {
  key: string;
  first: OwnTicket;
  tickets: OwnTicket[];
}

/** Groups tickets, in the order of the first of each group. */
function groupTickets(tickets: readonly OwnTicket[]): TicketGroup[] {
  const groups = new Map<string, TicketGroup>();
  for (const ticket of tickets) {
    const key = `${ticket.out_trade_no}|${ticket.round?.round_id ?? ''}`;
    const group = groups.get(key);
    if (group) group.tickets.push(ticket);
    else groups.set(key, { key, first: ticket, tickets: [ticket] });
  }
  return [...groups.values()];
}

/** /dashboard/ticket: every ticket of the fan, those to come first, ready to be shown. */
export function WalletPage({ search: { page = 1 }, onSearch }: SearchState<PageSearch>) {
  const { t } = useLocale('tickets');
  const query = useQuery(queryOf(listMyTickets, { page }));
  return (
    <AccountFrame title={t('title')} text={t('text')}>
      <Collection
        query={query}
        waiting={{ count: 3, height: 152 }}
        nothing={{
          icon: <IconTicket aria-hidden />,
          title: t('empty'),
          text: t('emptyText'),
          action: <ButtonLink to="/explore">{t('explore')}</ButtonLink>,
        }}
        gap="md"
        page={page}
        onPage={(chosen) => onSearch({ page: chosen })}
      >
        {({ list }) => groupTickets(list).map((group) => <GroupCard key={group.key} group={group} />)}
      </Collection>
    </AccountFrame>
  );
}

function GroupCard({ group: { first, tickets } }: { group: TicketGroup }) {
  const { t, formats } = useLocale('tickets');
  const [at, setAt] = useState<number>();
  return (
    <Paper withBorder p="md" component="article">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="xs">
          <div style={{ minWidth: 0 }}>
            <Title order={2} fz="md">
              {first.plan.name}
            </Title>
            <AnchorLink to="/u/$userId" params={{ userId: first.creator.user_id }} size="sm" c="inherit">
              {first.creator.name}
            </AnchorLink>
            {first.round?.begin_time != null && (
              <Text className="figures">{formats.occasion(first.round.begin_time)}</Text>
            )}
          </div>
          <Text className="hint">{t('count', { count: tickets.length })}</Text>
        </Group>
        {tickets.map((ticket, index) => (
          <TicketRow key={ticket.id} ticket={ticket} onShow={() => setAt(index)} />
        ))}
        <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: first.out_trade_no }} size="sm">
          {t('order')}
        </AnchorLink>
        <TicketDialog tickets={tickets} at={at} onAt={setAt} />
      </Stack>
    </Paper>
  );
}
