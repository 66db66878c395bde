import { derivedHexId, type OutTradeNo, type UserId } from '#events/ids.ts';
import { accountStream, orderStream, ticketStream, unpaidStream } from '#events/stream-names.ts';
import { MAX_HANDOVERS } from '#services/contract/orders/handover.ts';
import { CODE_DIGITS } from '#services/contract/tickets/ticket-code.ts';
import { badInput, isRefusal, quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { accountKind } from '../accounts/account.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { movedRun, moveStreams, movingRun } from '../memberships/move-run.ts';
import {
  IMPORT_PROVIDER,
  type OrderState,
  orderKind,
  type PaidOrder,
  type PlacedOrderState,
} from '../orders/order.ts';
import { concerns } from '../refunds/refund-order.ts';
import { ticketKind } from '../tickets/ticket.ts';

export interface HandOverOrder {
  out_trade_no: OutTradeNo;
  /** Whose it was when staff looked at it. */
  from: UserId;
  /** The other account of the same person. */
  to: UserId;
  /** Of staff. */
  by: UserId;
  /** Stored permanently. */
  reason: string;
  /** New for each request, and not stored: codes of tickets follow from it. */
  secret: string;
}

/** Whether another order can have this owner. */
function accountRefusal(states: States, { placed }: PlacedOrderState, to: UserId): Refusal | null {
  if ([placed.creator_id, placed.affiliate?.partner_id].includes(to)) {
    return badInput('account', { key: 'party_of_order' });
  }
  const isClosed = states.get(accountKind, accountStream(to)).phase === 'closed';
  return isClosed ? badInput('account', { key: 'account_closed' }) : null;
}

/** The order among those of the other account, which cannot be closed meanwhile without looking at it. */
const receivedOrder = ({ placed }: PlacedOrderState, user_id: UserId): Decided => {
  const { out_trade_no, creator_id } = placed;
  const data = { user_id, out_trade_no, lines: [], closed: [out_trade_no] };
  return { stream: unpaidStream(user_id), creator_id, event: { type: 'UnpaidOrderAdded', data } };
};

/** The order's tickets in the other account. Codes from before are refused at the door. */
const movedTickets = (
  states: States,
  { placed }: PlacedOrderState,
  { to, secret }: HandOverOrder,
): Decided[] =>
  placed.tickets.flatMap(({ ticket_id }) => {
    const stream = ticketStream(ticket_id);
    const state = states.get(ticketKind, stream);
    if (state.phase === 'none') return [];
    const code = derivedHexId('handed-over-ticket', secret, ticket_id).slice(0, CODE_DIGITS);
    const data = { ticket_id, user_id: to, revision: state.ticket.revision + 1, code };
    const event = { type: 'TicketHandedOver' as const, data };
    return [{ stream, creator_id: placed.creator_id, event }];
  });

/** The orders of its membership, which move with it: first the order itself. */
function movingOrders(
  states: States,
  order: PlacedOrderState,
  moving: ReturnType<typeof movingRun>,
): OrderState[] {
  const { out_trade_no } = order.placed;
  const others = moving?.grants.filter((grant) => grant.out_trade_no !== out_trade_no) ?? [];
  return [order, ...others.map((other) => states.get(orderKind, orderStream(other.out_trade_no)))];
}

const isOurs = (order: OrderState): order is PaidOrder =>
  order.phase === 'paid' && order.placed.provider !== IMPORT_PROVIDER;

/** Whether staff can give this order from one account to the other. */
function orderRefusal(states: States, order: PaidOrder, { from, to, by }: HandOverOrder): Refusal | null {
  if (concerns(order, by)) return { code: 'not_allowed' };
  if (order.owner !== from) return { code: 'state_does_not_allow' };
  const refusal = accountRefusal(states, order, to);
  if (refusal) return refusal;
  return order.handed_over < MAX_HANDOVERS ? null : quotaReached(MAX_HANDOVERS, 'out_trade_no');
}

/** What changes for one order. */
function handedOver(
  states: States,
  order: PaidOrder,
  input: HandOverOrder,
  reason: string,
): readonly Decided[] {
  const { from, to, by } = input;
  const { out_trade_no, creator_id } = order.placed;
  const event = { type: 'OrderHandedOver' as const, data: { out_trade_no, from, to, by, reason } };
  const moved = { stream: orderStream(out_trade_no), creator_id, event };
  return [moved, receivedOrder(order, to), ...movedTickets(states, order, input)];
}

/**
 * Gives a paid order with its tickets to another account of the same person. An order of a membership takes the whole
 * membership with it, with all its orders, and ends its renewals (`movedRun`). Payment, limits and statistics stay with
 * the account that placed it. To its owner changes nothing. Refuses: an unknown order (not_found), parties of the order
 * and the other account as staff (not_allowed), an unpaid or imported one and one that moved meanwhile
 * (state_does_not_allow), by `account` the creator, the partner and closed accounts, a missing reason, more than
 * `MAX_HANDOVERS` (quota_reached), and memberships as `movedRun` does.
 */
export function handOverOrder(input: HandOverOrder): Command<null> {
  const { out_trade_no, to, by } = input;
  const stream = orderStream(out_trade_no);
  const moveOf = ({ placed: { creator_id }, owner }: PlacedOrderState) => ({ creator_id, from: owner, to });
  return {
    name: 'hand_over_order',
    actor: `user:${by}`,
    streams: [stream, accountStream(to), unpaidStream(to)],
    furtherStreams(states) {
      const order = states.get(orderKind, stream);
      if (order.phase !== 'paid') return [];
      const { tickets, membership } = order.placed;
      if (membership === null) return tickets.map(({ ticket_id }) => ticketStream(ticket_id));
      const streams = moveStreams(states, moveOf(order), out_trade_no);
      if (!streams.every((one) => states.sees(one))) return streams;
      const run = movingRun(states, moveOf(order), out_trade_no);
      return [...streams, ...(run?.grants ?? []).map((grant) => orderStream(grant.out_trade_no))];
    },
    decide(states, now) {
      const order = states.get(orderKind, stream);
      if (order.phase === 'none') return refuse({ code: 'not_found' });
      if (concerns(order, by) || by === to) return refuse({ code: 'not_allowed' });
      if (!isOurs(order)) return refuse({ code: 'state_does_not_allow' });
      if (order.owner === to) return accept([], null);
      const move = moveOf(order);
      const moving = order.placed.membership === null ? undefined : movingRun(states, move, out_trade_no);
      const all = movingOrders(states, order, moving);
      const orders = all.filter(isOurs);
      if (orders.length < all.length) return refuse({ code: 'state_does_not_allow' });
      for (const one of orders) {
        const refusal = orderRefusal(states, one, input);
        if (refusal) return refuse(refusal);
      }
      const reason = checkedReason(input.reason, 'reason', true);
      if (isRefusal(reason)) return refuse(reason);
      const amounts = new Map(orders.map(({ placed }) => [placed.out_trade_no, placed.total_amount]));
      const membership = moving ? movedRun(states, move, moving, amounts, now) : [];
      if (isRefusal(membership)) return refuse(membership);
      const moved = orders.flatMap((one) => handedOver(states, one, input, reason));
      return accept([...moved, ...membership], null);
    },
  };
}
