import type { Pool } from 'pg';
import type { OutTradeNo, UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { collectFromStreams, pagesOfStream, pagesOfStreams } from '#events/log/stream-pages.ts';
import type { OrderedTicket } from '#events/orders.ts';
import { PLAN_STATUS } from '#events/status.ts';
import {
  accountStream,
  agreementStream,
  balanceStream,
  cartStream,
  caseStream,
  orderStream,
  planStream,
  ticketStream,
  unpaidStream,
} from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { roundsOver } from '#read-models/tickets/queries.ts';
import { accountKind } from '#services/commerce/accounts/account.ts';
import { caseKind, isOver } from '#services/commerce/cases/case.ts';
import { beginOf, planKind } from '#services/commerce/catalog/plan.ts';
import { toBeSent } from '#services/commerce/delivery/delivery-rules.ts';
import { foldRecorded, type StreamKind, unwritten } from '#services/commerce/engine/stream-kind.ts';
import { agreementKind } from '#services/commerce/memberships/agreement.ts';
import { IMPORT_PROVIDER, type OrderState, orderKind } from '#services/commerce/orders/order.ts';
import { ticketKind } from '#services/commerce/tickets/ticket.ts';
import { startedStreams } from './started-streams.ts';

interface Parts {
  pool: Pool;
  log: Pick<EventLog, 'readStreams'>;
}

/** What keeps an account from being closed. */
export interface OpenBusiness {
  /** An order pays the account, as seller or as partner of a code; or its balance has events. */
  earning: boolean;
  /** Plans that are not deleted. */
  plans: number;
  /** Purchases that are unpaid or not sent, also those that were handed over to or by the account. */
  orders: number;
  /** Tickets that can still be used. */
  tickets: number;
  /** Memberships that renew. */
  renewals: number;
  /** Requests about purchases that are not over. */
  cases: number;
  /** Purchases whose money is on its way back, or did not arrive. */
  refunds: number;
  /**
   * Of a seller: orders to send, tickets of guests, running memberships of fans, sales with a claim that is not decided
   * (`SalesOfSeller`), money: 1 if it is not settled, and withdrawals that a bank can still send back.
   */
  shipping: number;
  guests: number;
  members: number;
  claims: number;
  money: number;
  returns: number;
  /** Last version of the stream of the person's orders; −1 without one. */
  orders_seen: number;
}

export const NOTHING_OPEN: OpenBusiness = {
  earning: false,
  plans: 0,
  orders: 0,
  tickets: 0,
  renewals: 0,
  cases: 0,
  refunds: 0,
  shipping: 0,
  guests: 0,
  members: 0,
  claims: 0,
  money: 0,
  returns: 0,
  orders_seen: -1,
};

/** Streams whose states are in memory together. */
const AT_ONCE = 200;

/** The present states of streams, from the log itself: not cached, and not waited for by commands. */
async function* statesOf<State>(
  log: Parts['log'],
  kind: StreamKind<State>,
  streams: readonly string[],
): AsyncGenerator<State> {
  for (let at = 0; at < streams.length; at += AT_ONCE) {
    const folds = new Map(streams.slice(at, at + AT_ONCE).map((stream) => [stream, unwritten(kind)]));
    const reads = [...folds.keys()].map((stream) => ({ stream, after: -1 }));
    for await (const page of pagesOfStreams(log, reads)) {
      for (const [stream, events] of page) {
        folds.set(stream, foldRecorded(kind, folds.get(stream) ?? unwritten(kind), events));
      }
    }
    for (const { state } of folds.values()) yield state;
  }
}

/** How many of these streams have such a state. */
async function countOf<State>(
  log: Parts['log'],
  kind: StreamKind<State>,
  streams: readonly string[],
  isSo: (state: State) => boolean,
): Promise<number> {
  let count = 0;
  for await (const state of statesOf(log, kind, streams)) if (isSo(state)) count += 1;
  return count;
}

/**
 * The person's orders as they were placed or received; of a cart the first one, without those of renewals. One that is
 * another account's now stays here: its address and its holders can be in the vault of this one.
 */
async function ordersOf({ pool, log }: Parts, user: UserId) {
  const numbers = await startedStreams(pool, user).earlierOrders();
  let orders_seen = -1;
  for await (const page of pagesOfStream(log, unpaidStream(user))) {
    for (const { type, data, version } of page) {
      orders_seen = version;
      if (type === 'UnpaidOrderAdded') numbers.push(data.out_trade_no);
    }
  }
  return { numbers, orders_seen };
}

const isOpen = (order: OrderState): boolean =>
  order.phase === 'pending' || toBeSent(order)?.delivery === null;

/** Whether the payer waits for money: a return that was not sent, or one that failed and was not paid in another way. */
function isOwed(order: OrderState): boolean {
  if (order.phase === 'none' || order.placed.provider === IMPORT_PROVIDER) return false;
  const { failed, late } = order;
  if (late.some(({ returned }) => !returned) || failed.some(({ paid }) => !paid)) return true;
  if (order.phase !== 'paid') return false;
  const over = new Set(failed.map(({ refund_id }) => refund_id));
  return order.refunds.some(({ sent, amount, refund_id }) => !sent && amount > 0 && !over.has(refund_id));
}

/** The streams of the tickets without a round, or whose round begins after `over` by its present time. */
async function usableTickets(
  log: Parts['log'],
  tickets: ReadonlyMap<string, readonly OrderedTicket[]>,
  over: Millis,
): Promise<string[]> {
  const usable: string[] = [];
  const ofPlans = tickets.values();
  for await (const plan of statesOf(log, planKind, [...tickets.keys()])) {
    // States come in the order of the streams.
    for (const { ticket_id, round_id, begin_time } of ofPlans.next().value ?? []) {
      const begins = beginOf(plan, round_id) ?? begin_time;
      if (begins === null || begins > over) usable.push(ticketStream(ticket_id));
    }
  }
  return usable;
}

/** The fan's side: counts over all orders, with those of carts and renewals. */
async function purchases({ pool, log }: Parts, user: UserId, now: Millis) {
  const { numbers, orders_seen } = await ordersOf({ pool, log }, user);
  const read = new Set<string>();
  const agreements = new Set<string>();
  /** By the stream of their plan. */
  const tickets = new Map<string, OrderedTicket[]>();
  /** Those that were not returned before. */
  const unread = (streams: readonly string[]): string[] => {
    const fresh = [...new Set(streams)].filter((stream) => !read.has(stream));
    for (const stream of fresh) read.add(stream);
    return fresh;
  };
  let orders = 0;
  let refunds = 0;
  const cases: string[] = [];
  for (let next: readonly OutTradeNo[] = numbers; next.length > 0; ) {
    const further: string[] = [];
    for await (const order of statesOf(log, orderKind, unread(next.map(orderStream)))) {
      if (order.phase === 'none') continue;
      const { placed } = order;
      const { cart_order_no: cart } = placed;
      if (isOpen(order)) orders += 1;
      if (isOwed(order)) refunds += 1;
      if (order.owner === user) cases.push(caseStream(placed.out_trade_no));
      // Of a received order, the rest of its cart is another account's.
      if (cart !== null && placed.user_id === user) further.push(cartStream(cart));
      if (placed.membership) agreements.add(agreementStream(placed.plan_id, user));
      if (order.phase !== 'paid' || placed.tickets.length === 0) continue;
      const stream = planStream(placed.plan_id);
      tickets.set(stream, [...(tickets.get(stream) ?? []), ...placed.tickets]);
    }
    next = await collectFromStreams(log, unread([...further, ...agreements]), ({ type, data }) => {
      if (type === 'RenewalPlaced') return [data.out_trade_no];
      return type === 'CartPlaced' ? data.orders.map(({ out_trade_no }) => out_trade_no) : [];
    });
  }
  return {
    orders,
    tickets: await countOf(
      log,
      ticketKind,
      await usableTickets(log, tickets, roundsOver(now)),
      ({ phase }) => phase === 'valid',
    ),
    renewals: await countOf(log, agreementKind, [...agreements], ({ phase }) => phase === 'active'),
    cases: await countOf(log, caseKind, cases, (state) => !isOver(state)),
    refunds,
    orders_seen,
  };
}

/**
 * What an account has open, decided from the log's streams alone: read models can be behind. An account whose orders
 * are after `orders_seen` has more.
 * @param options ofSeller: also what a seller has open as a fan; otherwise only `earning` is set
 */
export async function openBusinessOf(
  parts: Parts,
  user: UserId,
  now: Millis,
  { ofSeller = false }: { ofSeller?: boolean } = {},
): Promise<OpenBusiness> {
  const { pool, log } = parts;
  const begun = startedStreams(pool, user);
  const [earnedEarlier, earning, paid] = await Promise.all([
    begun.earnedEarlier(),
    countOf(log, accountKind, [accountStream(user)], ({ phase }) => phase === 'earning'),
    collectFromStreams(log, [balanceStream(user)], ({ type }) => [type]),
  ]);
  const isSeller = earnedEarlier || earning > 0 || paid.length > 0;
  // Nothing else would change the answer.
  if (isSeller && !ofSeller) return { ...NOTHING_OPEN, earning: true };
  const plans = await countOf(
    log,
    planKind,
    await begun.plans(),
    (plan) => plan.phase !== 'none' && plan.status !== PLAN_STATUS.deleted,
  );
  return { ...NOTHING_OPEN, earning: isSeller, plans, ...(await purchases(parts, user, now)) };
}
