import {
  derivedEventId,
  isHouseOrderNumber,
  type OutTradeNo,
  type PlanId,
  type UserId,
} from '#events/ids.ts';
import { DEFAULT_CURRENCY, type Fen, MAX_INPUT, sum, times, toWire, ZERO } from '#events/money.ts';
import { type OrderEvent, type OrderLine, type OrderPlacedData, plainOrder } from '#events/orders.ts';
import type { ProductType } from '#events/status.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { accountEffect } from '../accounts/account-effect.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { NO_PLAN } from './custom-amount.ts';
import { IMPORT_PROVIDER, orderKind } from './order.ts';

/** Months of one imported order: ten years, as of a membership. */
export const MAX_IMPORTED_MONTHS = 120;

export interface ImportOrder {
  out_trade_no: OutTradeNo;
  creator_id: UserId;
  /** The imported contact who bought. */
  user_id: UserId;
  plan_id: PlanId;
  plan_name: string;
  product_type: ProductType;
  /** As they were sold then; one per SKU and price. */
  lines: readonly OrderLine[];
  /** 0 for goods. */
  month: number;
  /** Time of order and payment; refund and cancellation have no own time and use it, too. */
  paid_at: Millis;
  outcome: 'paid' | 'refunded' | 'cancelled';
  /** Of a sponsorship, which has no lines, in fen; otherwise the lines' sum. */
  total_amount?: Fen;
  /** For a refunded order: the refunded amount in fen; by default all of it. */
  refunded?: Fen;
}

function placedData(input: ImportOrder): OrderPlacedData {
  const total = input.total_amount ?? sum(input.lines.map(({ price, count }) => times(price, count)));
  const { out_trade_no, creator_id, user_id, plan_id, plan_name, product_type, month, paid_at } = input;
  return {
    out_trade_no,
    creator_id,
    user_id,
    plan_id,
    plan_name,
    plan_version: NO_PLAN,
    product_type,
    lines: [...input.lines],
    month,
    show_amount: total,
    discount: ZERO,
    shipping_fee: ZERO,
    total_amount: total,
    currency: DEFAULT_CURRENCY,
    py_type: IMPORT_PROVIDER,
    provider: IMPORT_PROVIDER,
    remark_ref: null,
    custom_order_id: '',
    request_hash: '',
    expires_at: paid_at,
    // Memberships, tickets and codes of imported orders were handled elsewhere.
    ...plainOrder,
  };
}

function history(input: ImportOrder, data: OrderPlacedData): OrderEvent[] {
  const { out_trade_no, outcome } = input;
  const amount = data.total_amount;
  const placed: OrderEvent = { type: 'OrderPlaced', data };
  if (outcome === 'cancelled') {
    return [placed, { type: 'OrderCancelled', data: { out_trade_no, reason: 'imported' } }];
  }
  const paid: OrderEvent = {
    type: 'OrderPaid',
    data: { out_trade_no, charge_id: null, amount, revived: false },
  };
  if (outcome === 'paid') return [placed, paid];
  const refund = {
    out_trade_no,
    refund_id: IMPORT_PROVIDER,
    amount: input.refunded ?? amount,
    refunded_before: ZERO,
    reason: 'imported',
    by: 'import' as const,
    units: [],
    ticket_ids: [],
  };
  return [placed, paid, { type: 'OrderRefunded', data: refund }];
}

/** Sums over orders stay exact, and months within the calendar. */
function excess({ total_amount, month }: OrderPlacedData): Refusal | null {
  if (total_amount > MAX_INPUT)
    return badInput('total_amount', { key: 'out_of_range', min: toWire(ZERO), max: toWire(MAX_INPUT) });
  if (month <= MAX_IMPORTED_MONTHS) return null;
  return badInput('month', { key: 'out_of_range', min: '0', max: String(MAX_IMPORTED_MONTHS) });
}

/**
 * Imports a past order with its whole history, at its own time, marked as imported; stock and
 * limits stay untouched. Imported already by the same creator: nothing is written. A number that any other
 * order has, or that only the house gives, is refused (state_does_not_allow): the import then draws another. A
 * closed creator is refused (plan_deleted), and an order above the largest amount or 120 months by field.
 */
export function importOrder(input: ImportOrder): Command<{ imported: boolean }> {
  const { out_trade_no, creator_id, paid_at: at } = input;
  const stream = orderStream(out_trade_no);
  const placed = placedData(input);
  return {
    name: 'import_order',
    actor: `import:${creator_id}`,
    streams: [stream, ...accountEffect.streams(placed)],
    decide(states, now) {
      const order = states.get(orderKind, stream);
      if (order.phase !== 'none') {
        const mine = order.placed.creator_id === creator_id && order.placed.provider === IMPORT_PROVIDER;
        return mine ? accept([], { imported: false }) : refuse({ code: 'state_does_not_allow' });
      }
      const tooLarge = excess(placed);
      if (tooLarge) return refuse(tooLarge);
      if (isHouseOrderNumber(out_trade_no)) return refuse({ code: 'state_does_not_allow' });
      const held = accountEffect.hold(states, placed, now);
      if (!held.ok) return refuse(held.refusal);
      const events = history(input, placed).map((event): Decided => ({ stream, creator_id, event }));
      const imported = [...held.events, ...events].map((one): Decided => {
        const id = derivedEventId(one.event.type, 'import', creator_id, out_trade_no);
        return { ...one, id, at, imported: true };
      });
      return accept(imported, { imported: true });
    },
  };
}
