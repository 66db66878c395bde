import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';
import '../../app/styles/print.css';
import { Loaded } from '../../components/loaded.tsx';
import { orderTicketsQuery } from '../../components/orders/order-query.ts';
import { Section } from '../../components/section.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { TicketRow } from './ticket-row.tsx';

type Shown = Pick<CheckedOrder, 'plan' | 'status' | 'out_trade_no' | 'position'>;

/** Whether an order has tickets to show. */
const hasTickets = ({ plan, status }: Pick<CheckedOrder, 'plan' | 'status'>): boolean =>
  plan.product_type === PRODUCT_TYPE.ticket && status === ORDER_STATUS.success;

/** The tickets of a paid order, each with the way to its code; nothing for an order of anything else. */
export function OrderTickets({ order }: { order: Shown }) {
  return hasTickets(order) ? <Tickets order={order} /> : null;
}

function Tickets({ order }: { order: Shown }) {
  const { t } = useTranslation('tickets');
  const query = useQuery(orderTicketsQuery(order));
  const [at, setAt] = useState<number>();
  return (
    <Section title={t('part.title')} text={t('part.text')}>
      <Loaded
        query={query}
        height={112}
        isEmpty={({ list }) => list.length === 0}
        empty={<Text c="dimmed">{t('part.soon')}</Text>}
      >
        {({ list }) => (
          <Stack gap="md">
            {list.map((ticket, index) => (
              <TicketRow key={ticket.id} ticket={ticket} withRound onShow={() => setAt(index)} />
            ))}
            <TicketDialog tickets={list} at={at} onAt={setAt} />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
