import type { ClientBase } from 'pg';
import { dayNumber, dayOfNumber, STATISTICS_WINDOW_DAYS } from '#events/time.ts';
import { addRows, relation } from '../engine/rows.ts';
import { date, id, integer, pick, smallint, table } from '../engine/table.ts';
import { Tally } from '../engine/tally.ts';
import type { ChangedOrder } from './fold.ts';
import { ORDERS } from './tables.ts';

/**
 * Fans who paid on a day, by the days since the paying day before. plan_id is empty for all plans, otherwise only days of
 * the plan count.
 */
export const ORDER_FAN_DAYS = table(
  'order_fan_days',
  {
    creator_id: id(),
    plan_id: id(),
    day: date(),
    /** 0: the fan's first paying day; 31: 31 or more days */
    since: smallint(),
    fans: integer(),
  },
  {
    key: ['creator_id', 'plan_id', 'day', 'since'],
    fillfactor: 70,
  },
);

/** A paid order as one of its plan's, or of all (plan_id empty). */
interface Payment {
  nth: number;
  creator_id: string;
  user_id: string;
  plan_id: string;
  paid_at: number;
  out_trade_no: string;
  order: ChangedOrder['order'];
  /** No order of an earlier batch precedes it. */
  first: boolean;
  /** The same for all payments with one key. */
  fan: {
    /** Days on which the fan paid, those around these payments among them. */
    days: number[];
    /** Payments of this batch, as far as they are counted. */
    counted: Payment[];
  };
}

/** Days are numbers since 1970-01-01. */
const DAY = "o.paid_day - date '1970-01-01'";
const OF_FAN = 'o.creator_id = given.creator_id AND o.user_id = given.user_id AND o.paid_day IS NOT NULL';
const paymentRelation = (payments: readonly Payment[]) =>
  relation<Omit<Payment, 'order' | 'first' | 'fan'>>(
    { nth: 'integer', ...pick(ORDERS, 'creator_id', 'user_id', 'plan_id', 'paid_at', 'out_trade_no') },
    payments,
  );
type Key = Pick<Payment, 'paid_at' | 'out_trade_no'>;
const precedes = (one: Key, other: Key): boolean =>
  one.paid_at === other.paid_at ? one.out_trade_no < other.out_trade_no : one.paid_at < other.paid_at;
const nearest = (sign: '<' | '>', way: 'ASC' | 'DESC') => `
  (SELECT ${DAY} FROM orders o WHERE ${OF_FAN} AND given.plan_id IN ('', o.plan_id)
      AND (o.paid_at, o.out_trade_no) ${sign} (given.paid_at, given.out_trade_no)
    ORDER BY o.paid_at ${way}, o.out_trade_no ${way} LIMIT 1)`;

/** Usually the fan's newest order is the one before, and of the same plan: one look-up for both. */
async function findDays(tx: ClientBase, payments: readonly Payment[]): Promise<void> {
  const all = paymentRelation(payments.filter(({ plan_id }) => plan_id === ''));
  const { rows } = await tx.query<Key & { nth: number; day: number; plan_id: string }>(
    `SELECT nth, newest.* FROM ${all.sql}
      CROSS JOIN LATERAL (SELECT o.paid_at::float8 AS paid_at, o.out_trade_no, ${DAY} AS day, o.plan_id FROM orders o
                           WHERE ${OF_FAN} ORDER BY o.paid_at DESC, o.out_trade_no DESC LIMIT 1) AS newest`,
    all.values,
  );
  const newest = new Map(rows.map((row) => [payments[row.nth]?.order, row]));
  const unclear = payments.filter((payment) => {
    const last = newest.get(payment.order);
    if (last === undefined) return false;
    if (precedes(payment, last) || !['', last.plan_id].includes(payment.plan_id)) return true;
    payment.first = false;
    payment.fan.days.push(last.day);
    return false;
  });
  if (unclear.length === 0) return;
  const { sql, values } = paymentRelation(unclear);
  const around = await tx.query<{ nth: number; before: number | null; after: number | null }>(
    `SELECT nth, ${nearest('<', 'DESC')} AS before, ${nearest('>', 'ASC')} AS after FROM ${sql}`,
    values,
  );
  for (const { nth, before, after } of around.rows) {
    const payment = payments[nth];
    if (payment === undefined) continue;
    payment.first = before === null;
    payment.fan.days.push(...[before, after].filter((day) => day !== null));
  }
}

/** In the order of the log, so that batches make no difference. */
function paymentsOf(touched: readonly ChangedOrder[]): Payment[] {
  const paid = touched.filter(({ order, before }) => order.paid_day !== null && !before?.paid_day);
  paid.sort((one, other) => Number(one.order.paid_position) - Number(other.order.paid_position));
  const payments: Payment[] = [];
  const fans = new Map<string, Payment['fan']>();
  for (const { order } of paid) {
    const { creator_id, user_id, out_trade_no } = order;
    const paid_at = Number(order.paid_at);
    // A custom amount has no plan.
    for (const plan_id of order.plan_id === '' ? [''] : ['', order.plan_id]) {
      const key = `${creator_id} ${user_id} ${plan_id}`;
      const fan = fans.get(key) ?? { days: [], counted: [] };
      fans.set(key, fan);
      const nth = payments.length;
      payments.push({ nth, creator_id, user_id, plan_id, paid_at, out_trade_no, order, first: true, fan });
    }
  }
  return payments;
}

/** Counts the fans' paying days, and marks first orders. Reads the orders before the batch: it comes first. */
export async function addFanDays(tx: ClientBase, touched: readonly ChangedOrder[]): Promise<void> {
  const payments = paymentsOf(touched);
  if (payments.length === 0) return;
  await findDays(tx, payments);
  const fans = new Tally<{ creator_id: string; plan_id: string; day: string; since: number }, 'fans'>([
    'fans',
  ]);
  for (const payment of payments) {
    const { creator_id, plan_id, order, first } = payment;
    const { days, counted } = payment.fan;
    // The plan comes last: its first orders include those of all plans.
    order.maybe_first = first && !counted.some((one) => precedes(one, payment));
    counted.push(payment);
    const paid_day = order.paid_day ?? '';
    const day = dayNumber(paid_day);
    if (days.includes(day)) continue;
    const before = Math.max(...days.filter((one) => one < day));
    const after = Math.min(...days.filter((one) => one > day));
    days.push(day);
    const add = (of: string, from: number, to: number, count: number): void => {
      const since = from === Number.NEGATIVE_INFINITY ? 0 : Math.min(to - from, STATISTICS_WINDOW_DAYS);
      fans.add({ creator_id, plan_id, day: of, since }, { fans: count });
    };
    add(paid_day, before, day, 1);
    if (after === Number.POSITIVE_INFINITY) continue;
    add(dayOfNumber(after), before, after, -1);
    add(dayOfNumber(after), day, after, 1);
  }
  await addRows(tx, ORDER_FAN_DAYS, fans.rows(), ['fans']);
}
