import { type Fen, fenOf, sum, times } from '#events/money.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
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
const MOST_LINES = 1_500;

export interface RejectedLine {
  line: number;
  reason: string;
}

const amountOf = (lines: readonly FileLine[]): Fen =>
  sum(lines.map(({ unit_price, count }) => times(unit_price, count)));

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
  const plans = new Map<string, FileLine[]>();
  for (const line of lines) {
    const reason = contradiction(first, line, calendar);
    if (reason !== undefined) {
      rejected.push({ line: line.line, reason });
      continue;
    }
    const fitting = plans.get(line.plan);
    if (fitting && fitting.length >= MOST_LINES) {
      rejected.push({ line: line.line, reason: `the order has more than ${MOST_LINES} lines` });
    } else if (fitting) fitting.push(line);
    else plans.set(line.plan, [line]);
  }
  const orders = [...plans].map(
    ([plan, fitting]): FileOrder => ({
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
