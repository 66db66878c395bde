import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listMyTickets, listOrderTickets } from '#services/api/tickets/contract/tickets.ts';
import { call } from './client.ts';

/** The tickets of one order. @param position where the order was seen paid: the answer is no older */
export const orderTicketsQuery = (out_trade_no: string, position?: number) =>
  queryOptions({
    queryKey: ['tickets', 'order', out_trade_no, position ?? 0],
    queryFn: ({ signal }) => call(listOrderTickets, { out_trade_no, min_position: position }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['tickets'] },
  });

const TICKETS_A_PAGE = 20;

/** The fan's own tickets: those to come first. */
export const myTicketsQuery = (page: number) =>
  queryOptions({
    queryKey: ['tickets', 'mine', page],
    queryFn: ({ signal }) => call(listMyTickets, { page, per_page: TICKETS_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['tickets'] },
  });

export const ticketPages = (total: number): number => Math.ceil(total / TICKETS_A_PAGE);
