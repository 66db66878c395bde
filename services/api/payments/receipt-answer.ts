import { collectFromStreams } from '#events/log/stream-pages.ts';
import { fenOf, times, toWire, ZERO } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { EventType } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { PaidOrder } from '#services/commerce/orders/order.ts';
import type { Receipt } from '#services/contract/orders/receipts.ts';
import type { DirectoryUser } from '#services/modules/accounts/directory.ts';

type Line = Receipt['lines'][number];

/** The sources of a receipt. */
const RECEIPT_EVENTS: ReadonlySet<string> = new Set<EventType>([
  'OrderPaid',
  'OrderRefunded',
  'RefundSent',
  'RefundFailed',
  'FailedRefundPaid',
]);

const seconds = (at: Millis): number => Math.floor(at / 1000);

/** One line for a single price: a plan's months, an upgrade, bundles, or a custom amount. */
function wholeLine({ plan_id, plan_name: name, month, bundle_count, lines, ...paid }: OrderPlacedData): Line {
  const amount = toWire(fenOf(paid.total_amount - paid.shipping_fee));
  // An upgrade can have no months of its own.
  if (plan_id === '' || (bundle_count === 0 && month === 0))
    return { name, count: 1, unit: 'once', price: amount, amount, parts: [] };
  if (bundle_count === 0) return { name, count: month, unit: 'month', price: null, amount, parts: [] };
  const parts = lines.map((line) => ({ name: line.name, count: line.count }));
  return { name, count: bundle_count, unit: 'bundle', price: null, amount, parts };
}

/** The charged lines; with a redeem code nothing was charged. */
export function chargedLines(placed: OrderPlacedData): Line[] {
  if (placed.lines.length === 0 || placed.bundle_count > 0) return [wholeLine(placed)];
  return placed.lines.map(({ name, count, price }) => ({
    name: `${placed.plan_name} · ${name}`,
    count,
    unit: 'piece',
    price: toWire(price),
    amount: toWire(placed.redeem === null ? times(price, count) : ZERO),
    parts: [],
  }));
}

function refundsOf(events: readonly RecordedEvent[]): Receipt['refunds'] {
  const refunds = new Map<string, Receipt['refunds'][number]>();
  for (const { type, data, metadata, position } of events) {
    const time = seconds(metadata.at);
    if (type === 'OrderRefunded') {
      const { refund_id, amount, reason, by } = data;
      const sent_at = by === 'dispute' ? time : null;
      refunds.set(refund_id, { amount: toWire(amount), reason, time, sent_at, position });
    } else if (type === 'RefundSent' || type === 'RefundFailed' || type === 'FailedRefundPaid') {
      const known = refunds.get(data.refund_id);
      if (known) known.sent_at = type === 'RefundFailed' ? null : time;
    }
  }
  return [...refunds.values()];
}

const party = ({ user_id, name }: DirectoryUser) => ({ user_id, name });

/** The receipt of a paid order, from its events. */
export async function receiptOf(
  { log, directory, clock, payments }: Pick<Dependencies, 'log' | 'directory' | 'clock' | 'payments'>,
  { placed, paid_at, refunded, charge_id }: PaidOrder,
): Promise<Receipt> {
  const { out_trade_no, creator_id, user_id } = placed;
  const [events, users, method] = await Promise.all([
    collectFromStreams(log, [orderStream(out_trade_no)], (event) =>
      RECEIPT_EVENTS.has(event.type) ? [event] : [],
    ),
    directory.usersByIds([creator_id, user_id]),
    charge_id === null ? undefined : payments.provider(placed.provider)?.methodOf?.(charge_id),
  ]);
  const payment = events.findLast(({ type }) => type === 'OrderPaid');
  const [seller, buyer] = [users.get(creator_id), users.get(user_id)];
  if (!payment || !seller || !buyer)
    throw new Error(`order ${out_trade_no} is paid, but by whom is not known`);
  return {
    out_trade_no,
    cart_order_no: placed.cart_order_no ?? '',
    seller: party(seller),
    buyer: party(buyer),
    lines: chargedLines(placed),
    show_amount: toWire(placed.show_amount),
    discount: toWire(placed.discount),
    shipping_fee: toWire(placed.shipping_fee),
    total_amount: toWire(placed.total_amount),
    currency: placed.currency,
    refunds: refundsOf(events),
    refunded_amount: toWire(refunded),
    kept_amount: toWire(fenOf(placed.total_amount - refunded)),
    paid_at: seconds(paid_at),
    // The payer can have changed it at the cashier.
    py_type: method ?? placed.py_type,
    provider: placed.provider,
    charge_id: charge_id ?? '',
    position: payment.position,
    issued_at: seconds(clock.now()),
  };
}
