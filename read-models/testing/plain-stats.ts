import type { RecordedEvent } from '#events/envelope.ts';
import type { OrderPlacedData } from '#events/order.ts';
import { leftOf } from '#ops/audit/plain-books.mjs';

/**
 * The figures recomputed from events by their definitions (docs/domain.md), slowly, without floating point. Shares no
 * code with the read models or the fees.
 */
export interface PlainDay {
  date: string;
  orders: number;
  gross: number;
  net: number;
  refunds: number;
  new_sponsors: number;
  sponsors: number;
}

interface PlainOrder extends OrderPlacedData {
  paid_day: string | null;
  paid_at: number;
  refunds: { day: string; amount: number; net: number }[];
}

/** Shanghai has had a fixed UTC+8 since 1991. */
const dayOf = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

const netAfter = (total: number, refunded: number, affiliate: number): number =>
  [1, 5, affiliate].reduce((net, percent) => net - leftOf(total, percent, refunded), total - refunded);

const rateOf = ({ affiliate }: OrderPlacedData): number => affiliate?.rate_percent ?? 0;

export function plainOrders(events: readonly RecordedEvent[]): PlainOrder[] {
  const orders = new Map<string, PlainOrder>();
  for (const { type, data, metadata } of events) {
    const fields = data as OrderPlacedData & { amount: number };
    const order = orders.get(fields.out_trade_no);
    if (type === 'OrderPlaced') {
      orders.set(fields.out_trade_no, { ...fields, paid_day: null, paid_at: 0, refunds: [] });
    } else if (order && type === 'OrderPaid') {
      order.paid_day = dayOf(metadata.at);
      order.paid_at = metadata.at;
    } else if (order && type === 'OrderRefunded') {
      const before = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
      const { total_amount: total } = order;
      const rate = rateOf(order);
      const net = netAfter(total, before, rate) - netAfter(total, before + fields.amount, rate);
      order.refunds.push({ day: dayOf(metadata.at), amount: fields.amount, net });
    }
  }
  return [...orders.values()];
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** One day's figures of a creator, of one plan or (undefined) all. */
export function plainDay(
  orders: readonly PlainOrder[],
  creator_id: string,
  plan_id: string | undefined,
  date: string,
): PlainDay {
  const scope = orders.filter(
    (order) => order.creator_id === creator_id && (plan_id === undefined || order.plan_id === plan_id),
  );
  const paid = scope.filter((order) => order.paid_day !== null);
  const today = paid.filter((order) => order.paid_day === date);
  const refunds = scope.flatMap((order) => order.refunds).filter((refund) => refund.day === date);
  const since = dayOf(Date.parse(`${date}T00:00:00+08:00`) - 30 * 86_400_000);
  const fansIn = (some: readonly PlainOrder[]): Set<string> => new Set(some.map((order) => order.user_id));
  const earlier = fansIn(paid.filter((order) => (order.paid_day ?? '') < date));
  return {
    date,
    orders: today.length,
    gross: sum(today, (order) => order.total_amount),
    net:
      sum(today, (order) => netAfter(order.total_amount, 0, rateOf(order))) -
      sum(refunds, (refund) => refund.net),
    refunds: sum(refunds, (refund) => refund.amount),
    new_sponsors: [...fansIn(today)].filter((fan) => !earlier.has(fan)).length,
    sponsors: fansIn(paid.filter(({ paid_day }) => (paid_day ?? '') >= since && (paid_day ?? '') <= date))
      .size,
  };
}
