import type { IncomeLine } from '#events/income.ts';
import type { Millis } from '#events/time.ts';
import type { MonthSums, Settlement } from '#read-models/books/ledger/income.ts';
import { wire } from '../http/money.ts';

export const monthSumsAnswer = (sums: Omit<MonthSums, 'first_position' | 'last_position'>) => ({
  orders: sums.orders,
  gross: wire(sums.gross),
  payment_fee: wire(sums.payment_fee),
  service_fee: wire(sums.service_fee),
  affiliate: wire(sums.affiliate),
  refunds: wire(sums.refunds),
  commissions: wire(sums.commissions),
  net: wire(sums.net),
});

/** A line of a month, on the wire. */
export const incomeLineAnswer = (line: IncomeLine) => ({
  position: line.position,
  kind: line.kind,
  out_trade_no: line.out_trade_no,
  refund_id: line.refund_id,
  amount: wire(line.amount),
  payment_fee: wire(line.payment_fee),
  service_fee: wire(line.service_fee),
  affiliate: wire(line.affiliate),
  net: wire(line.net),
});

/** A settlement as finance sees it. @param name of the creator */
export const settlementAnswerOf = (one: Settlement, name: string, now: Millis) => ({
  user_id: one.user_id,
  name,
  month: one.month,
  ...monthSumsAnswer(one),
  status: one.available_at * 1000 > now ? ('settled' as const) : ('available' as const),
  sha256: one.lines_sha256,
  first_position: one.first_position,
  last_position: one.last_position,
  position: one.position,
  settled_at: one.settled_at,
  available_at: one.available_at,
});
