import { type Fen, fenOf, MAX_INPUT, sum, times, toWire } from '#events/money.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import { MAX_IMPORTED_MONTHS } from '#services/commerce/orders/import-order.ts';
import type { FileLine } from './order-line.ts';

/** One order of the file: the lines of one number and one plan that fit together. */
export interface FileOrder {
  /** The number in the file. */
  out_trade_no: string;
  /** True for the plan of the number's first line; an order of another plan gets its own number. */
  keeps_number: boolean;
  user: string;
  plan: string;
  paid_at: Millis;
  lines: readonly FileLine[];
  cancelled: boolean;
  /** Sum of the refunded lines; 0 when none was. */
  refunded: Fen;
}

/** Lines of one order: its event must fit into one command. */
const MAX_LINES = 1_500;

export interface RejectedLine {
  line: number;
  reason: string;
}

const amountOf = (lines: readonly FileLine[]): Fen =>
  sum(lines.map(({ unit_price, count }) => times(unit_price, count)));

/** Lines of one plan so far, with their sums. */
interface Fitting {
  lines: FileLine[];
  amount: number;
  months: number;
}

/** Why an order with one more line is too large. */
function excess(
  { lines, amount, months }: Fitting,
  { unit_price, count, sku }: FileLine,
): string | undefined {
  if (lines.length === MAX_LINES) return `the order has more than ${MAX_LINES} lines`;
  if (amount + unit_price * count > MAX_INPUT) return `the order is above ${toWire(MAX_INPUT)}`;
  return sku === '' && months + count > MAX_IMPORTED_MONTHS
    ? `the order has more than ${MAX_IMPORTED_MONTHS} months`
    : undefined;
}

/** Why a line cannot be in one order with its first line. Lines a few minutes apart are one purchase. */
function contradiction(first: FileLine, line: FileLine, calendar: BusinessCalendar): string | undefined {
  const of = `line ${first.line} of the same order`;
  if (line.user !== first.user) return `user differs from ${of}`;
  if (calendar.dayOf(line.paid_at) !== calendar.dayOf(first.paid_at)) {
    return `paid_at is on another day than ${of}`;
  }
  if ((line.status === 'cancelled') !== (first.status === 'cancelled')) {
    return `status contradicts ${of}: an order is cancelled whole`;
  }
  return undefined;
}

/**
 * Builds orders from all lines of one number, in the order of the file. The first line decides buyer and time;
 * contradicting lines are rejected. An order has one plan, so lines of several plans become one order each, as in a
 * cart.
 */
export function groupOrder(
  lines: readonly FileLine[],
  calendar: BusinessCalendar,
): { orders: FileOrder[]; rejected: RejectedLine[] } {
  const [first] = lines;
  if (first === undefined) return { orders: [], rejected: [] };
  const rejected: RejectedLine[] = [];
  const plans = new Map<string, Fitting>();
  for (const line of lines) {
    const reason = contradiction(first, line, calendar);
    if (reason !== undefined) {
      rejected.push({ line: line.line, reason });
      continue;
    }
    const fitting = plans.get(line.plan) ?? { lines: [], amount: 0, months: 0 };
    const tooLarge = excess(fitting, line);
    if (tooLarge !== undefined) {
      rejected.push({ line: line.line, reason: tooLarge });
      continue;
    }
    fitting.lines.push(line);
    fitting.amount += line.unit_price * line.count;
    fitting.months += line.sku === '' ? line.count : 0;
    plans.set(line.plan, fitting);
  }
  const orders = [...plans].map(
    ([plan, { lines: fitting }]): FileOrder => ({
      out_trade_no: first.out_trade_no,
      keeps_number: plan === first.plan,
      user: first.user,
      plan,
      paid_at: Math.min(...fitting.map(({ paid_at }) => paid_at)),
      lines: fitting,
      cancelled: first.status === 'cancelled',
      refunded: fenOf(amountOf(fitting.filter(({ status }) => status === 'refunded'))),
    }),
  );
  return { orders, rejected };
}
