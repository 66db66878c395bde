import { keepPreviousData } from '@tanstack/react-query';
import { ORDER_STATUS } from '#events/status.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { listOrderTickets } from '#services/contract/tickets/tickets.ts';
import { queryOf } from '../../api/queries.ts';

/** An order that waits for payment is loaded again after this time. */
export const CHECK_MS = 2_000;

/** Everything of one order with its story, for its fan and its creator; live. */
export const orderQuery = (out_trade_no: string) =>
  queryOf(
    getOrder,
    { out_trade_no },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.status === ORDER_STATUS.pending ? CHECK_MS : false),
    },
  );

/** The tickets of an order, no older than the order: they are there. */
export const orderTicketsQuery = ({ out_trade_no, position }: { out_trade_no: string; position: number }) =>
  queryOf(listOrderTickets, { out_trade_no, min_position: position }, { placeholderData: keepPreviousData });
