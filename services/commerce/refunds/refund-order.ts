import { derivedEventId, type OutTradeNo, type SkuId, type UserId } from '#events/ids.ts';
import { type Fen, fenOf, proportion, sum, toWire, ZERO } from '#events/money.ts';
import { orderStream, refundRequestStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, type Decision, refuse, type States } from '../engine/command.ts';
import { giveBackAll, refundStreams } from '../orders/effects.ts';
import {
  IMPORT_PROVIDER,
  type OrderRefund,
  orderKind,
  type PaidOrder,
  type PlacedOrderState,
  refundable,
  remainingUnits,
} from '../orders/order.ts';
import { refundRequestKind } from './refund-request.ts';

export interface RefundOrder {
  out_trade_no: OutTradeNo;
  /** The refunding party: the creator, or finance. */
  by: { kind: 'creator' | 'finance'; user_id: UserId };
  /** The same id is the same refund. */
  refund_id: string;
  /** fen; all refunds together never exceed the payment. Omitted: the price of the units, or the rest. */
  amount?: Fen;
  /** Returned units; a refund of the whole rest returns all. */
  units: readonly { sku_id: SkuId; count: number }[];
  /** Tickets that become void with it. */
  ticket_ids: readonly string[];
  reason: string;
  /** Above this amount of one order, in fen, a refund by finance needs two people; omitted for a preview. */
  second_above?: Fen;
}

/** The same by any party; a lost dispute has nobody who decides. */
type RefundInput = Omit<RefundOrder, 'by'> & { by: RefundOrder['by'] | { kind: 'dispute' } };

export interface RefundedOrder {
  refunded: Fen;
  /** The amount refunded now, or after a second approval. */
  amount: Fen;
  /** Nothing was refunded yet: a second person has to approve. */
  waits: boolean;
}

type Units = readonly { sku_id: SkuId; count: number }[];

/** Whether a refund by finance needs a second person: several small ones are added up. */
export function needsSecond({ refunds }: PaidOrder, amount: Fen, second_above: Fen): boolean {
  const before = sum(refunds.filter(({ by }) => by === 'finance').map((one) => one.amount));
  return before + amount > second_above;
}

/** The parties of the order cannot decide on its refund. */
export const concerns = ({ placed, owner }: PlacedOrderState, user: UserId): boolean =>
  [placed.user_id, owner, placed.creator_id, placed.affiliate?.partner_id].includes(user);

/** Requested units and tickets that the order does not have. */
function unknownParts(order: PaidOrder, { units, ticket_ids }: RefundInput): Refusal | null {
  const remaining = new Map<string, number>(
    remainingUnits(order).map(({ sku_id, count }) => [sku_id, count]),
  );
  for (const [index, { sku_id, count }] of units.entries()) {
    const left = remaining.get(sku_id) ?? 0;
    if (count < 1 || count > left) {
      return badInput(`sku.${index}.count`, { key: 'out_of_range', min: '1', max: String(left) });
    }
    remaining.set(sku_id, left - count);
  }
  const valid = new Set(
    order.placed.tickets
      .map(({ ticket_id }) => ticket_id)
      .filter((ticket) => !order.void_tickets.includes(ticket)),
  );
  const at = ticket_ids.findIndex((ticket) => !valid.delete(ticket));
  return at === -1 ? null : badInput(`ticket_ids.${at}`, { key: 'unknown' });
}

/** The payer's bank has the money until it decides: a refund would return it twice. */
const isDisputed = ({ disputes, charge_id }: PaidOrder): boolean =>
  disputes.some((one) => one.outcome === 'open' && one.charge_id === charge_id);

/** A refunded ticket is a refunded unit of its SKU; a SKU that is named twice counts twice. */
function unitsOf(
  order: PaidOrder,
  { units, ticket_ids }: Pick<RefundOrder, 'units' | 'ticket_ids'>,
): OrderRefund['units'] {
  const tickets = order.placed.tickets.filter(({ ticket_id }) => ticket_ids.includes(ticket_id));
  const counts = new Map<SkuId, number>();
  for (const { sku_id, count } of [...units, ...tickets.map(({ sku_id }) => ({ sku_id, count: 1 }))])
    counts.set(sku_id, (counts.get(sku_id) ?? 0) + count);
  return [...counts].map(([sku_id, count]) => ({ sku_id, count }));
}

/**
 * What was paid for the named units, shipping aside, at most `left`: their part of the goods' amount by price × count,
 * in a bundle by list prices. Rounding is cumulative after the units of earlier refunds, so all units together are
 * exactly the goods' amount.
 */
function paidFor({ placed }: PaidOrder, units: Units, earlier: readonly OrderRefund[], left: Fen): Fen {
  const prices = new Map(placed.lines.map(({ sku_id, price }) => [sku_id, price]));
  const listPrice = (some: Units): number =>
    some.reduce((all, { sku_id, count }) => all + (prices.get(sku_id) ?? 0) * count, 0);
  const whole = listPrice(placed.lines);
  if (whole === 0) return ZERO;
  const goods = fenOf(placed.total_amount - placed.shipping_fee);
  const before = listPrice(earlier.flatMap((refund) => refund.units));
  const through = proportion(goods, before + listPrice(units), whole);
  return fenOf(Math.min(through - proportion(goods, before, whole), left));
}

/** The requested amount, limited by `left`; `earlier` are the refunds before it. */
const amountOf = (
  order: PaidOrder,
  { amount }: RefundInput,
  named: Units,
  earlier: readonly OrderRefund[],
  left: Fen,
): Fen => amount ?? (named.length > 0 ? paidFor(order, named, earlier, left) : left);

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

const sameUnits = (one: OrderRefund['units'], other: OrderRefund['units']): boolean => {
  const texts = (units: OrderRefund['units']) => units.map(({ sku_id, count }) => `${sku_id} ${count}`);
  return sameSet(texts(one), texts(other));
};

/** Whether the existing refund with this id equals the request. */
function isSame(order: PaidOrder, known: OrderRefund, input: RefundOrder): boolean {
  const left = fenOf(order.placed.total_amount - known.refunded_before);
  const named = unitsOf(order, input);
  // A refund of the rest includes every unit and ticket; of shipped units none.
  const whole = known.amount === left;
  const units = whole || order.delivery !== null || sameUnits(named, known.units);
  const tickets = whole || sameSet(input.ticket_ids, known.ticket_ids);
  const earlier = order.refunds.slice(0, order.refunds.indexOf(known));
  const amount = amountOf(order, input, named, earlier, left) === known.amount;
  return amount && units && tickets && known.reason === input.reason && known.by === input.by.kind;
}

export function refunding(
  states: States,
  order: PaidOrder,
  input: RefundInput,
  now: Millis,
): Decision<RefundedOrder> {
  const { out_trade_no, refund_id, reason, by } = input;
  if (by.kind !== 'dispute' && isDisputed(order)) return refuse(badInput('amount', { key: 'disputed' }));
  const parts = unknownParts(order, input);
  if (parts) return refuse(parts);
  const left = refundable(order);
  const named = unitsOf(order, input);
  const amount = amountOf(order, input, named, order.refunds, left);
  // An order by code was free: it can be refunded once, with amount 0.
  const free = order.placed.total_amount === 0 && order.refunds.length === 0 && amount === 0;
  if ((amount < 1 && !free) || amount > left) {
    const range = { key: 'out_of_range' as const, min: '0.01', max: toWire(left) };
    return refuse(badInput('amount', left === 0 ? { key: 'nothing_to_refund' } : range));
  }
  const whole = amount === left;
  const shipped = order.delivery !== null;
  const units = shipped ? [] : whole ? remainingUnits(order) : named;
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
    refund_id,
    owner: order.owner,
    amount,
    refunded_before: order.refunded,
    whole,
    shipped,
    units,
    ticket_ids,
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

/** Requests the second person, once; a repetition is still undecided. */
function requested(
  states: States,
  order: PaidOrder,
  input: RefundOrder,
  { amount }: RefundedOrder,
): Decision<RefundedOrder> {
  const { out_trade_no, refund_id, units, ticket_ids, reason, by } = input;
  const stream = refundRequestStream(refund_id);
  const before = states.get(refundRequestKind, stream);
  const answer = { refunded: order.refunded, amount, waits: true };
  if (before.phase === 'waiting') {
    const { request } = before;
    const same =
      request.amount === amount &&
      request.reason === reason &&
      sameSet(request.ticket_ids, ticket_ids) &&
      sameUnits(unitsOf(order, request), unitsOf(order, input));
    return same ? accept([], answer) : refuse({ code: 'idempotency_key_reused' });
  }
  if (before.phase !== 'none') return refuse({ code: 'state_does_not_allow' });
  const data = {
    refund_id,
    out_trade_no,
    amount,
    reason,
    by: by.user_id,
    units: [...units],
    ticket_ids: [...ticket_ids],
  };
  const event = { type: 'RefundRequested' as const, data };
  return accept([{ stream, creator_id: order.placed.creator_id, event }], answer);
}

/**
 * Records a full or part refund of a paid order; the provider pays it afterwards. Named units, or all units of a full
 * refund, return to stock unless shipped; tickets become void; a full refund removes the membership. The same
 * refund_id changes nothing; with other content it is idempotency_key_reused. Refuses: another's order (not_found),
 * an unpaid one and one whose membership was upgraded (state_does_not_allow), by field amounts, units and tickets
 * that the order does not have, and a refund by finance without a reason. A large one by finance is only requested:
 * `decideRefundRequest` follows.
 */
export function refundOrder(input: RefundOrder): Command<RefundedOrder> {
  const { out_trade_no, by, refund_id } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'refund_order',
    owed: true,
    actor: `user:${by.user_id}`,
    streams: by.kind === 'finance' ? [stream, refundRequestStream(refund_id)] : [stream],
    furtherStreams(states) {
      const order = states.get(orderKind, stream);
      return order.phase === 'paid' ? refundStreams(order) : [];
    },
    decide(states, now) {
      const order = states.get(orderKind, stream);
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
