import type { OrderPlacedData } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { leftOf } from '#ops/audit/plain-books.mjs';
import type { GoalScope } from '../orders/explain-goal.ts';

/**
 * The figures recomputed from events by their definitions (docs/domain/stats.md), slowly, without floating point.
 * Shares no code with the read models or the fees.
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
  /** Business time; NaN: not paid. */
  paid_hour: number;
  paid_at: number;
  imported: boolean;
  refunds: { day: string; amount: number; net: number }[];
}

/** Day and hour of a moment, by the clocks of a zone. */
function wallOf(at: number, timeZone: string): { day: string; hour: number } {
  const [day = '', hour] = new Date(at).toLocaleString('sv-SE', { timeZone }).split(/[ :]/);
  return { day, hour: Number(hour) };
}

/** An imported order paid no fees here. */
function netAfter(
  order: Pick<PlainOrder, 'total_amount' | 'affiliate' | 'imported'>,
  refunded: number,
): number {
  const { total_amount: total, affiliate, imported } = order;
  const percents = imported ? [] : [1, 5, affiliate?.rate_percent ?? 0];
  return percents.reduce((net, percent) => net - leftOf(total, percent, refunded), total - refunded);
}

export function plainOrders(events: readonly RecordedEvent[], zone: string): PlainOrder[] {
  const orders = new Map<string, PlainOrder>();
  for (const { type, data, metadata } of events) {
    const fields = data as OrderPlacedData & { amount: number };
    const order = orders.get(fields.out_trade_no);
    if (type === 'OrderPlaced') {
      orders.set(fields.out_trade_no, {
        ...fields,
        paid_day: null,
        paid_hour: Number.NaN,
        paid_at: 0,
        refunds: [],
        imported: metadata.imported === true,
      });
    } else if (order && type === 'OrderPaid') {
      const { day, hour } = wallOf(metadata.at, zone);
      order.paid_day = day;
      order.paid_hour = hour;
      order.paid_at = metadata.at;
    } else if (order && type === 'OrderRefunded') {
      const before = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
      const net = netAfter(order, before) - netAfter(order, before + fields.amount);
      order.refunds.push({ day: wallOf(metadata.at, zone).day, amount: fields.amount, net });
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
  const since = new Date(Date.parse(date) - 30 * 86_400_000).toISOString().slice(0, 10);
  const fansIn = (some: readonly PlainOrder[]): Set<string> => new Set(some.map((order) => order.user_id));
  const earlier = fansIn(paid.filter((order) => (order.paid_day ?? '') < date));
  return {
    date,
    orders: today.length,
    gross: sum(today, (order) => order.total_amount),
    net: sum(today, (order) => netAfter(order, 0)) - sum(refunds, (refund) => refund.net),
    refunds: sum(refunds, (refund) => refund.amount),
    new_sponsors: [...fansIn(today)].filter((fan) => !earlier.has(fan)).length,
    sponsors: fansIn(paid.filter(({ paid_day }) => (paid_day ?? '') >= since && (paid_day ?? '') <= date))
      .size,
  };
}

/** Of the orders that count for a goal: money less refunds, and fans who paid more than was refunded. */
export function plainGoal(
  orders: readonly PlainOrder[],
  { creator_id, from, to, through, products }: GoalScope,
): { money: number; fans: number } {
  const left = orders
    .filter((order) => order.creator_id === creator_id && !order.imported && order.paid_day !== null)
    .filter(
      ({ paid_at, product_type }) => paid_at >= from && paid_at < to && (products || product_type === 0),
    )
    .filter(({ paid_day }) => (paid_day ?? '') <= through)
    .map(({ user_id, total_amount, refunds }) => {
      const back = refunds.filter(({ day }) => day <= through);
      return { user_id, amount: total_amount - sum(back, ({ amount }) => amount) };
    });
  const fans = new Set(left.filter(({ amount }) => amount > 0).map(({ user_id }) => user_id));
  return { money: sum(left, ({ amount }) => amount), fans: fans.size };
}

/** Sums of the paid orders with each key. */
function summed(items: readonly { key: string; values: readonly number[] }[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const { key, values } of items) sums[key] = values.map((value, at) => value + (sums[key]?.[at] ?? 0));
  return sums;
}

const paidOf = (orders: readonly PlainOrder[], creator_id: string): PlainOrder[] =>
  orders.filter((order) => order.creator_id === creator_id && order.paid_day !== null);

/** Orders, units and gross by `plan_id sku_id`: parts by price × count, each rounded half up from the first part on. */
export const plainSkus = (orders: readonly PlainOrder[], creator_id: string) =>
  summed(
    paidOf(orders, creator_id).flatMap(({ plan_id, lines, total_amount }) => {
      const free = lines.every(({ price }) => price === 0);
      const weights = lines.map(({ price, count }) => BigInt((free ? 1 : price) * count));
      const whole = weights.reduce((total, weight) => total + weight, 0n);
      const through = (last: number): number => {
        const part = weights.slice(0, last).reduce((total, weight) => total + weight, 0n);
        return Number((2n * BigInt(total_amount) * part + whole) / (2n * whole));
      };
      return lines.map(({ sku_id, count }, at) => ({
        key: `${plan_id} ${sku_id}`,
        values: [1, count, through(at + 1) - through(at)],
      }));
    }),
  );

/** Orders and gross by `weekday hour`; 1 is Monday. */
export const plainHours = (orders: readonly PlainOrder[], creator_id: string) =>
  summed(
    paidOf(orders, creator_id).map(({ paid_day, paid_hour, total_amount }) => ({
      key: `${new Date(paid_day ?? '').getUTCDay() || 7} ${paid_hour}`,
      values: [1, total_amount],
    })),
  );
