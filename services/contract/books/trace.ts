import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { asOf, businessMonth, id, money, outTradeNo, seconds } from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';
import { incomeLine } from '../income/income.ts';
import { receiptLine } from '../orders/receipts.ts';
import { amounts, entryKind } from './books.ts';

const position = z.number().int();
const person = z.object({ user_id: id, name: z.string() });
/** The seal that covers an event; null while it waits for one. */
const cover = z.object({ number: z.number().int(), sealed_at: seconds }).nullable();

/** An event of the log. `data` has references to personal data, never the data. */
const step = z.object({
  position,
  time: seconds,
  stream: z.string(),
  version: z.number().int(),
  event_id: z.string(),
  type: z.string(),
  /** `user:`, `process:`, `provider:` or `import:` and who */
  actor: z.string(),
  /** The present name of a user; empty for other actors */
  actor_name: z.string(),
  /** Its cause, and the id common to one request; empty without them */
  causation_id: z.string(),
  correlation_id: z.string(),
  data: z.record(z.string(), z.unknown()),
  seal: cover,
});

const tracedEntry = z.object({
  position,
  kind: entryKind,
  postings: z.array(z.object({ account: z.string(), ...amounts })),
});

/** The line of a month that the order or refund became for its seller, or for a partner, with the settlement that covers it. */
const tracedLine = z.object({
  /** The creator of the month */
  user_id: id,
  ...incomeLine,
  month: businessMonth,
  /** The exact line that the settlement's hash covers, without its line feed */
  text: z.string(),
  /** null while the month is not settled */
  settlement: z.object({ position, sha256: z.string(), available_at: seconds, seal: cover }).nullable(),
});

/** The part that reached provider and bank; null while it did not. */
const paidOut = z
  .object({ position, time: seconds, payout_id: z.string(), provider_reference: z.string() })
  .nullable();

/**
 * How a settled month's money was paid out, first in, first out: a convention, because money is fungible. `left` is
 * still available.
 */
const monthOut = z.object({
  month: businessMonth,
  net: money,
  carried: z.array(
    z.object({
      /** A withdrawal, or a later month's loss that took it */
      kind: z.enum(['withdrawal', 'month']),
      ref: z.string(),
      amount: money,
      paid: paidOut,
    }),
  ),
  /** Withdrawals beyond those listed */
  more: z.number().int(),
  left: money,
});

/** A provider's statement line about the money, and the state of its move in reconciliation. */
const statementLine = z.object({
  provider: z.string(),
  line_id: z.string(),
  kind: z.enum(['charge', 'refund', 'payout', 'transfer', 'fee', 'dispute', 'other']),
  reference: z.string(),
  amount: money,
  fee: money,
  time: seconds,
  position,
  difference_id: z.string(),
  state: z.enum(['awaited', 'matched', 'only_ours', 'only_theirs', 'differs']),
  seal: cover,
});

const notice = z.object({
  provider: z.string(),
  notice_id: z.string(),
  charge_id: z.string(),
  verdict: z.enum(['accepted', 'refused']),
  reason: z.string(),
  body_sha256: z.string(),
  time: seconds,
  /** How often the same came */
  copies: z.number().int(),
});

const tracedOrder = z.object({
  kind: z.literal('order'),
  out_trade_no: outTradeNo,
  cart_order_no: z.string(),
  /** pending 1, success 2, cancel 3 */
  status: z.number().int(),
  imported: z.boolean(),
  provider: z.string(),
  py_type: z.string(),
  creator: person,
  fan: person,
  /** The affiliate code of the order; null without one */
  affiliate: z.object({ code: z.string(), rate: z.number().int(), partner: person }).nullable(),
  plan_name: z.string(),
  /** The charged lines; lines and shipping add up to the total */
  priced: z.array(receiptLine),
  /** What made the price; none for an imported order, whose price was made elsewhere. Percent off by months */
  rules: z.array(z.enum(['plain', 'time_limit', 'favorable', 'member', 'upgrade', 'custom', 'redeem'])),
  month_percent: z.number().int(),
  show_amount: money,
  discount: money,
  shipping_fee: money,
  total_amount: money,
  steps: z.array(step),
  charges: z.array(z.object({ charge_id: z.string(), notices: z.array(notice) })),
  entries: z.array(tracedEntry),
  lines: z.array(tracedLine),
  months: z.array(monthOut),
  statement: z.array(statementLine),
});

const tracedWithdrawal = z.object({
  kind: z.literal('withdrawal'),
  order_id: id,
  creator: person,
  pay_amount: money,
  /** waiting 1, success 2, failed 3, 4 and 7, transfering 8 */
  status: z.number().int(),
  withdraw_type: z.number().int(),
  paid: paidOut,
  steps: z.array(step),
  entries: z.array(tracedEntry),
  /** Which settled months it carried, first in, first out; empty for one that was turned back */
  from: z.array(
    z.object({ month: businessMonth, amount: money, net: money, position, sha256: z.string(), seal: cover }),
  ),
  statement: z.array(statementLine),
});

export const getTrace = endpoint('GET', '/api/finance/audit/trace', {
  access: 'finance',
  /** Of an order by its number, or of a withdrawal: one of them. */
  query: z.object({
    out_trade_no: outTradeNo.optional(),
    withdrawal: id.optional(),
    as_of: asOfInput,
  }),
  answer: z.object({
    trace: z.discriminatedUnion('kind', [tracedOrder, tracedWithdrawal]),
    as_of: asOf,
  }),
  reads: ['ledger'],
});

export type TracedOrder = z.infer<typeof tracedOrder>;
export type TracedWithdrawal = z.infer<typeof tracedWithdrawal>;
export type TraceStep = z.infer<typeof step>;
export type TracedEntry = z.infer<typeof tracedEntry>;
export type TracedLine = z.infer<typeof tracedLine>;
export type TracedStatementLine = z.infer<typeof statementLine>;
export type MonthOut = z.infer<typeof monthOut>;
