import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { asOf, businessMonth, counted, minPosition, money, paging, seconds } from '../fields/fields.ts';
/** Of a month */
export const sums = {
  orders: z.number().int(),
  gross: money,
  payment_fee: money,
  service_fee: money,
  affiliate: money,
  /** The refunded amount; fees are net of refunds */
  refunds: money,
  /** Affiliate commissions from others' orders, less refunds; part of the net */
  commissions: money,
  net: money,
};
const incomeMonth = z.object({
  month: businessMonth,
  ...sums,
  status: z.enum(['open', 'settled', 'available']),
  /** null while the month is open */
  settled_at: seconds.nullable(),
  /** When its income can be withdrawn: the 1st of the month after, 10:00 business time */
  available_at: seconds,
});
/** `pending`: earned, not available yet; `available`; `paying`: withdrawals in progress. */
export const balanceParts = { pending: money, available: money, paying: money };
const incomeAnswer = z.object({ list: z.array(incomeMonth), ...balanceParts, as_of: asOf });
export const getIncome = endpoint('GET', '/api/my/income', {
  access: 'creator',
  query: z.object({ month: businessMonth.optional(), min_position: minPosition }),
  answer: incomeAnswer,
  reads: ['ledger'],
});
/**
 * The orders and refunds of a month in log order; refunds are negative. A `commission` is the partner's part of
 * another creator's order, `commission_refund` its part in a refund; amount and net are the commission.
 */
export const incomeLine = {
  position: z.number().int(),
  kind: z.enum(['order', 'refund', 'commission', 'commission_refund']),
  out_trade_no: z.string(),
  refund_id: z.string(),
  amount: money,
  payment_fee: money,
  service_fee: money,
  affiliate: money,
  net: money,
};
const incomeLinesAnswer = z.object({
  list: z.array(z.object({ ...incomeLine, time: seconds })),
  ...counted,
});
export const listIncomeLines = endpoint('GET', '/api/my/income-lines', {
  access: 'creator',
  query: z.object({ month: businessMonth, ...paging }),
  answer: incomeLinesAnswer,
  reads: ['ledger'],
});
export type Income = z.infer<typeof incomeAnswer>;
export type IncomeMonth = z.infer<typeof incomeMonth>;
export type IncomeLines = z.infer<typeof incomeLinesAnswer>;
