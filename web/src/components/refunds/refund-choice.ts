import type { RefundOrder } from '#services/contract/orders/after-payment.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';

export type RefundKind = 'whole' | 'units' | 'tickets' | 'amount';

/** The facts of an order that decide how it can be refunded. */
export type RefundableOrder = Pick<OrderDetail, 'out_trade_no' | 'refundable_amount' | 'ticket_count'> & {
  sku_detail: readonly RefundableLine[];
};
type RefundableLine = Pick<
  OrderDetail['sku_detail'][number],
  'sku_id' | 'name' | 'price' | 'count' | 'refunded_count'
>;

/** The present choice. */
export interface RefundChoice {
  kind: RefundKind;
  /** Units that come back, by SKU. */
  counts: Readonly<Record<string, number>>;
  ticket_ids: readonly string[];
  /** Yuan as typed; undefined: the price of the units, or the rest. */
  amount: string | undefined;
  reason: string;
}

/** A refundable ticket. */
export interface OpenTicket {
  id: string;
  sku_id: string;
  used: boolean;
}

export const fen = (yuan: string): number => Math.round(Number(yuan) * 100);

/** Units of a line that have not come back. */
export const unitsLeft = ({
  count,
  refunded_count,
}: Pick<RefundableLine, 'count' | 'refunded_count'>): number => count - refunded_count;

/** The possible kinds of refund of an order: units only for goods and tickets with a rest. */
export function kindsOf(order: RefundableOrder, tickets: readonly OpenTicket[]): RefundKind[] {
  const byPiece = order.sku_detail.some((line) => unitsLeft(line) > 0);
  const money = fen(order.refundable_amount) > 0;
  if (!money) return ['whole'];
  if (order.ticket_count > 0)
    return tickets.length > 0 ? ['whole', 'tickets', 'amount'] : ['whole', 'amount'];
  return byPiece ? ['whole', 'units', 'amount'] : ['whole', 'amount'];
}

/** The price of the chosen units, limited by the rest; equal to the server's result. */
export function worthOf(
  order: RefundableOrder,
  choice: RefundChoice,
  tickets: readonly OpenTicket[],
): string {
  const left = order.refundable_amount;
  if (choice.kind === 'whole') return left;
  if (choice.kind === 'amount') return choice.amount ?? '';
  const price = new Map(order.sku_detail.map((line) => [line.sku_id, line.price]));
  const counts = new Map<string, number>();
  if (choice.kind === 'units')
    for (const [sku, count] of Object.entries(choice.counts)) counts.set(sku, count);
  else {
    for (const { id, sku_id } of tickets) {
      if (choice.ticket_ids.includes(id)) counts.set(sku_id, (counts.get(sku_id) ?? 0) + 1);
    }
  }
  const worth = [...counts].reduce((sum, [sku, count]) => sum + fen(price.get(sku) ?? '0.00') * count, 0);
  return (Math.min(worth, fen(left)) / 100).toFixed(2);
}

const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/;

/** The field that is not yet right; undefined when all are. */
export function wrongIn(
  order: RefundableOrder,
  choice: RefundChoice,
  amount: string,
): 'amount' | 'units' | 'tickets' | undefined {
  if (choice.kind === 'whole') return undefined;
  if (choice.kind === 'units' && Object.values(choice.counts).every((count) => count === 0)) return 'units';
  if (choice.kind === 'tickets' && choice.ticket_ids.length === 0) return 'tickets';
  const right = AMOUNT.test(amount) && fen(amount) >= 1 && fen(amount) <= fen(order.refundable_amount);
  return right ? undefined : 'amount';
}

/** The request that does it. */
export function requestOf(order: RefundableOrder, choice: RefundChoice, amount: string): RefundOrder {
  const { kind, counts, ticket_ids, reason } = choice;
  const sku = Object.entries(counts).flatMap(([sku_id, count]) => (count > 0 ? [{ sku_id, count }] : []));
  return {
    out_trade_no: order.out_trade_no,
    reason: reason.trim(),
    ...(kind !== 'whole' && { amount: Number(amount).toFixed(2) }),
    ...(kind === 'units' && { sku }),
    ...(kind === 'tickets' && { ticket_ids: [...ticket_ids] }),
  };
}
