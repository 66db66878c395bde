import { derivedEventId, type OutTradeNo, type SkuId, type UserId } from '#events/ids.ts';
import { type Fen, fenOf, sum, times, toWire, ZERO } from '#events/money.ts';
import { orderStream, refundRequestStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, type Decision, refuse, type States } from '../engine/command.ts';
import { giveBackAll, refundStreams } from '../orders/effects.ts';
import {
  IMPORT_PROVIDER,
  type OrderRefund,
  type PaidOrder,
  type PlacedOrderState,
  refundable,
  unitsKept,
} from '../orders/order.ts';

export interface RefundOrder {
  out_trade_no: OutTradeNo;
  /** Who gives the money back: the creator, or finance on anybody's behalf. */
  by: { kind: 'creator' | 'finance'; user_id: UserId };
  /** The same id is the same refund. */
  refund_id: string;
  /** fen; all refunds together never pass what was paid. Left out: the price of the units, or all that is left. */
  amount?: Fen;
  /** Units that come back with it; a refund of all that is left brings back all. */
  units: readonly { sku_id: SkuId; count: number }[];
  /** Tickets that become void with it. */
  ticket_ids: readonly string[];
  reason: string;
  /** Over this amount of one order, in fen, a refund by finance needs two people; left out where it is only tried out. */
  second_above?: Fen;
  correlation_id?: string;
}

export interface RefundedOrder {
  refunded: Fen;
  /** Money that goes back to the payer now, or once a second person has approved. */
  amount: Fen;
  /** Nothing was refunded yet: a second person has to approve. */
  waits: boolean;
}

/** Whether a refund by finance needs a second person: several small ones count as the one that they come to. */
export function needsSecond({ refunds }: PaidOrder, amount: Fen, second_above: Fen): boolean {
  const before = sum(refunds.filter(({ by }) => by === 'finance').map((one) => one.amount));
  return before + amount > second_above;
}

/** Whose money it is: nobody decides about their own. */
export const concerns = ({ placed }: PlacedOrderState, user: UserId): boolean =>
  [placed.user_id, placed.creator_id, placed.affiliate?.partner_id].includes(user);

/** Units and tickets that are asked back but are not there to be given. */
function unknownParts(order: PaidOrder, { units, ticket_ids }: RefundOrder): Refusal | null {
  const kept = new Map<string, number>(unitsKept(order).map(({ sku_id, count }) => [sku_id, count]));
  for (const [index, { sku_id, count }] of units.entries()) {
    const left = kept.get(sku_id) ?? 0;
    if (count < 1 || count > left) {
      return badInput(`units.${index}.count`, { key: 'out_of_range', min: '1', max: String(left) });
    }
    kept.set(sku_id, left - count);
  }
  const valid = new Set(
    order.placed.tickets
      .map(({ ticket_id }) => ticket_id)
      .filter((ticket) => !order.void_tickets.includes(ticket)),
  );
  const at = ticket_ids.findIndex((ticket) => !valid.delete(ticket));
  return at === -1 ? null : badInput(`ticket_ids.${at}`, { key: 'unknown' });
}

/** A ticket given back is a unit of its SKU given back. */
function unitsOf(order: PaidOrder, { units, ticket_ids }: RefundOrder): { sku_id: SkuId; count: number }[] {
  const counts = new Map<SkuId, number>(units.map(({ sku_id, count }) => [sku_id, count]));
  for (const { ticket_id, sku_id } of order.placed.tickets) {
    if (ticket_ids.includes(ticket_id)) counts.set(sku_id, (counts.get(sku_id) ?? 0) + 1);
  }
  return [...counts].map(([sku_id, count]) => ({ sku_id, count }));
}

/** What the named units were sold for, as far as it has not gone back. */
function priceOf({ placed }: PaidOrder, units: readonly { sku_id: SkuId; count: number }[], left: Fen): Fen {
  const prices = new Map(placed.lines.map(({ sku_id, price }) => [sku_id, price]));
  const worth = sum(units.map(({ sku_id, count }) => times(prices.get(sku_id) ?? fenOf(0), count)));
  return fenOf(Math.min(worth, left));
}

/** The amount asked for, given or not, while `left` can be refunded. */
const amountOf = (order: PaidOrder, { amount }: RefundOrder, named: OrderRefund['units'], left: Fen): Fen =>
  amount ?? (named.length > 0 ? priceOf(order, named, left) : left);

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

/** Whether a refund that was decided under this id is the one that is asked for. */
function isSame(order: PaidOrder, known: OrderRefund, input: RefundOrder): boolean {
  const left = fenOf(order.placed.total_amount - known.refunded_before);
  const named = unitsOf(order, input);
  const texts = (units: OrderRefund['units']) => units.map(({ sku_id, count }) => `${sku_id} ${count}`);
  // A refund of all that is left takes back every unit and ticket, whatever is named; of what was sent, no unit.
  const whole = known.amount === left;
  const units = whole || order.delivery !== null || sameSet(texts(named), texts(known.units));
  const tickets = whole || sameSet(input.ticket_ids, known.ticket_ids);
  const amount = amountOf(order, input, named, left) === known.amount;
  return amount && units && tickets && known.reason === input.reason && known.by === input.by.kind;
}

export function refunding(
  states: States,
  order: PaidOrder,
  input: RefundOrder,
  now: Millis,
): Decision<RefundedOrder> {
  const { out_trade_no, refund_id, reason, by } = input;
  const parts = unknownParts(order, input);
  if (parts) return refuse(parts);
  const left = refundable(order);
  const named = unitsOf(order, input);
  const amount = amountOf(order, input, named, left);
  // What was given by a code cost nothing: it can be taken back once, for nothing.
  const free = order.placed.total_amount === 0 && order.refunds.length === 0 && amount === 0;
  if ((amount < 1 && !free) || amount > left) {
    return refuse(badInput('amount', { key: 'out_of_range', min: '0.01', max: toWire(left) }));
  }
  const whole = amount === left;
  const shipped = order.delivery !== null;
  const units = shipped ? [] : whole ? unitsKept(order) : named;
  const open = order.placed.tickets.map(({ ticket_id }) => ticket_id);
  const ticket_ids = whole
    ? open.filter((ticket) => !order.void_tickets.includes(ticket))
    : [...input.ticket_ids];
  const event = {
    type: 'OrderRefunded' as const,
    data: {
      out_trade_no,
      refund_id,
      amount,
      refunded_before: order.refunded,
      reason,
      by: by.kind,
      units,
      ticket_ids,
    },
  };
  const scope = {
    ...{ refund_id, amount, refunded_before: order.refunded },
    ...{ whole, shipped, units, ticket_ids },
  };
  // Imported orders never held anything of ours.
  const imported = order.placed.provider === IMPORT_PROVIDER;
  const back = imported ? { ok: true as const, events: [] } : giveBackAll(states, order.placed, scope, now);
  if (!back.ok) return refuse(back.refusal);
  const { creator_id } = order.placed;
  const id = derivedEventId(event.type, out_trade_no, refund_id);
  const refunded: Decided = { stream: orderStream(out_trade_no), creator_id, event, id };
  return accept([...back.events, refunded], {
    refunded: fenOf(order.refunded + amount),
    amount,
    waits: false,
  });
}

/** Asks for the second person, once; asked for again, it is still to be decided. */
function requested(
  states: States,
  order: PaidOrder,
  { out_trade_no, refund_id, units, ticket_ids, reason, by }: RefundOrder,
  { amount }: RefundedOrder,
): Decision<RefundedOrder> {
  const stream = refundRequestStream(refund_id);
  const before = states.get('refundrequest', stream);
  const answer = { refunded: order.refunded, amount, waits: true };
  if (before.phase === 'waiting') {
    const same = before.request.amount === amount && before.request.reason === reason;
    return same ? accept([], answer) : refuse({ code: 'idempotency_key_reused' });
  }
  if (before.phase !== 'none') return refuse({ code: 'state_does_not_allow' });
  const data = {
    ...{ refund_id, out_trade_no, amount, reason, by: by.user_id },
    ...{ units: [...units], ticket_ids: [...ticket_ids] },
  };
  const event = { type: 'RefundRequested' as const, data };
  return accept([{ stream, creator_id: order.placed.creator_id, event }], answer);
}

/**
 * Records a refund of a paid order, whole or in part; the provider pays it out afterwards. Units named, or all
 * that is left when with it all is refunded, are on sale again unless something was sent; tickets become void; a
 * whole refund takes the membership back that the order gave. The same refund_id again changes nothing; with another
 * amount, units, tickets or reason it is idempotency_key_reused. Refuses: another's order (not_found), an unpaid one and one whose membership was upgraded since
 * (state_does_not_allow), by field more money than is left, units and tickets that the order does not have, and a
 * refund by finance without a reason. A large one by finance is only requested: `decideRefundRequest` follows.
 */
export function refundOrder(input: RefundOrder): Command<RefundedOrder> {
  const { out_trade_no, by, refund_id } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'refund_order',
    owed: true,
    actor: `user:${by.user_id}`,
    correlation_id: input.correlation_id,
    streams: by.kind === 'finance' ? [stream, refundRequestStream(refund_id)] : [stream],
    furtherStreams(states) {
      const order = states.get('order', stream);
      return order.phase === 'paid' ? refundStreams(order.placed) : [];
    },
    decide(states, now) {
      const order = states.get('order', stream);
      const theirs =
        by.kind === 'finance' || (order.phase !== 'none' && order.placed.creator_id === by.user_id);
      if (order.phase === 'none' || !theirs) return refuse({ code: 'not_found' });
      if (by.kind === 'finance' && concerns(order, by.user_id)) return refuse({ code: 'not_allowed' });
      if (order.phase !== 'paid') return refuse({ code: 'state_does_not_allow' });
      const known = order.refunds.find((one) => one.refund_id === refund_id);
      if (known) {
        return isSame(order, known, input)
          ? accept([], { refunded: order.refunded, amount: known.amount, waits: false })
          : refuse({ code: 'idempotency_key_reused' });
      }
      if (by.kind === 'finance' && input.reason.trim() === '') {
        return refuse(badInput('reason', { key: 'required' }));
      }
      const decision = refunding(states, order, input, now);
      const alone = by.kind !== 'finance' || input.second_above === undefined || !decision.accepted;
      if (alone || !needsSecond(order, decision.result.amount, input.second_above ?? ZERO)) return decision;
      return requested(states, order, input, decision.result);
    },
  };
}
