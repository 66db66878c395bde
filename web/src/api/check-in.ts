import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type Checkin,
  type CheckinInput,
  checkInTicket,
  listDoors,
  listOrderTickets,
  listTickets,
  type Ticket,
} from '#services/api/tickets/contract/tickets.ts';
import { language } from '../language/i18n.ts';
import { call } from './client.ts';
import { refusalOf, ServerUnreachable } from './refusal.ts';

/** The time limit for check-in on a slow network. */
const PATIENCE_MS = 4_000;
/** The team's pages are not told live of what others let in. */
const AGAIN_MS = 15_000;

/** Every event that the signed-in person can check tickets for; latest begin first. */
export const checkInEventsQuery = queryOptions({
  queryKey: ['tickets', 'doors'],
  queryFn: async ({ signal }) => (await call(listDoors, {}, { signal })).list,
  refetchInterval: AGAIN_MS,
  meta: { topics: ['tickets', 'catalog'] },
});

/** Checks in, or answers why not. Throws if the server refuses, or does not answer in time. */
export const checkIn = (input: CheckinInput): Promise<Checkin> =>
  call(checkInTicket, input, { signal: AbortSignal.timeout(PATIENCE_MS) });

/**
 * The ticket of a code, or of order and number; undefined if there is none, or several.
 * @param creators the creators that the person can act for
 */
export async function findTicket(
  named: { out_trade_no: string; id: string } | { code: string } | { token: string },
  creators: readonly string[],
  plan_id?: string,
): Promise<Ticket | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  if ('out_trade_no' in named) {
    const { out_trade_no, id } = named;
    const { list } = await call(listOrderTickets, { out_trade_no }, { signal });
    return list.find((ticket) => ticket.id === id);
  }
  if (!('code' in named)) return undefined;
  const { code } = named;
  const pages = await Promise.all(
    creators.map((creator_id) => call(listTickets, { creator_id, plan_id, search_q: code }, { signal })),
  );
  // The search finds numbers of orders too.
  const [found, ...others] = pages.flatMap(({ list }) => list).filter(({ id }) => id.startsWith(code));
  return others.length === 0 ? found : undefined;
}

/** The filters of a guest list. */
export interface GuestChoice {
  creator_id: string;
  plan_id: string;
  round_id?: string | undefined;
  status?: number | undefined;
  search_q?: string | undefined;
}

const GUESTS_A_PAGE = 50;

/** An event's tickets, in the order in which they were issued. */
export const guestListQuery = (choice: GuestChoice, page: number) =>
  queryOptions({
    queryKey: ['tickets', 'guests', choice, page],
    queryFn: ({ signal }) => call(listTickets, { ...choice, page, per_page: GUESTS_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    meta: { topics: ['tickets'] },
  });

export const guestPages = (total: number): number => Math.ceil(total / GUESTS_A_PAGE);

/** The same as a file; a refusal comes as the envelope that every call has. */
export async function guestListFile({ search_q: _, status, ...choice }: GuestChoice): Promise<Blob> {
  const query = new URLSearchParams({ ...choice, ...(status !== undefined && { status: String(status) }) });
  const path = `/api/creator/ticket-export?${query}`;
  const answer = await fetch(path, { headers: { 'locale-lang': language() } }).catch((cause: unknown) => {
    throw new ServerUnreachable(path, { cause });
  });
  if (answer.headers.get('content-type')?.includes('json')) throw refusalOf(await answer.json());
  return answer.blob();
}
