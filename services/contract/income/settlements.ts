import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { asOfInput } from '../fields/as-of.ts';
import { asOf, businessMonth, id, paging, seconds } from '../fields/fields.ts';
import { incomeLine, sums } from './income.ts';

const settlement = z.object({
  user_id: id,
  name: z.string(),
  month: businessMonth,
  ...sums,
  status: z.enum(['settled', 'available']),
  sha256: z.string(),
  first_position: z.number().int(),
  last_position: z.number().int(),
  /** Log position of the settlement itself */
  position: z.number().int(),
  settled_at: seconds,
  available_at: seconds,
});
export const settlementsAnswer = z.object({
  month: businessMonth,
  list: z.array(settlement),
  has_more: z.boolean(),
  total_count: z.number().int(),
  /** Over all creators */
  total: z.object(sums),
  /** Creators with income of the month that is not settled */
  open_count: z.number().int(),
  as_of: asOf,
});
export const listSettlements = endpoint('GET', '/api/finance/settlements', {
  access: 'finance',
  query: z.object({
    /** Default: the previous month */
    month: businessMonth.optional(),
    as_of: asOfInput,
    ...paging,
  }),
  answer: settlementsAnswer,
  reads: ['ledger'],
});
export const settlementParams = z.object({ month: businessMonth, user_id: id });
const figure = z.enum([
  'orders',
  'gross',
  'payment_fee',
  'service_fee',
  'affiliate',
  'refunds',
  'commissions',
  'net',
  'first_position',
  'last_position',
  'lines_sha256',
]);
const line = z.object({
  ...incomeLine,
  /** The exact line that the hash covers, without its line feed */
  text: z.string(),
});
/** `recomputed`: from all lines, not only those of this page. */
export const settlementAnswer = z.object({
  settlement,
  /**
   * The person who settled it, null if automatic; `scheduled` on the 1st, empty for old settlements without a reason
   */
  because: z.object({ by: z.object({ user_id: id, name: z.string() }).nullable(), reason: z.string() }),
  lines: z.array(line),
  has_more: z.boolean(),
  total_count: z.number().int(),
  recomputed: z.object({ sha256: z.string(), agrees: z.boolean(), differing: z.array(figure) }),
  as_of: asOf,
});
export const getSettlement = endpoint('GET', '/api/finance/settlements/:month/:user_id', {
  access: 'finance',
  params: settlementParams,
  /** There is none as of a time before the settlement. A settlement never changes. */
  query: z.object({ as_of: asOfInput, ...paging }),
  answer: settlementAnswer,
  reads: ['ledger'],
});
/** Some hundred creators at a time; `next` continues, null at the end. */
export const settlementCheckAnswer = z.object({
  compared: z.number().int(),
  differing: z.array(z.object({ user_id: id, figures: z.array(figure) })),
  next: id.nullable(),
  as_of: asOf,
});
export const checkSettlements = endpoint('GET', '/api/finance/settlement-check', {
  access: 'finance',
  query: z.object({
    month: businessMonth,
    /** Continue after this creator */
    after: z.string().max(64).default(''),
    as_of: asOfInput,
  }),
  answer: settlementCheckAnswer,
});
