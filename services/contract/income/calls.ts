import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { asOf, businessMonth, id, minPosition, seconds, text } from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';
import { sums } from './income.ts';
import type { settlementAnswer, settlementCheckAnswer, settlementsAnswer } from './settlements.ts';

const settlementMonth = z.object({
  month: businessMonth,
  /** Over the creators with a settled month */
  ...sums,
  settled_count: z.number().int(),
  /** Creators with income of the month that is not settled */
  open_count: z.number().int(),
  /** `running`: not over; `open`: over but not settled for all; then settled, then available */
  status: z.enum(['running', 'open', 'settled', 'available']),
  /** When its income can be withdrawn */
  available_at: seconds,
});
/** Newest first. */
const settlementMonthsAnswer = z.object({ list: z.array(settlementMonth), as_of: asOf });
export const listSettlementMonths = endpoint('GET', '/api/finance/settlement-months', {
  access: 'finance',
  query: z.object({ as_of: asOfInput, min_position: minPosition }),
  answer: settlementMonthsAnswer,
  reads: ['ledger'],
});

/** A few hundred creators per call, oldest month first; repeat until `left` is 0. */
const settledMonth = z.object({
  settled: z.number().int(),
  /** Creators with unsettled months up to this one */
  left: z.number().int(),
  position: z.number().int(),
});
export const settleMonth = endpoint('POST', '/api/finance/settle', {
  access: 'finance',
  confirm: 'staff',
  body: z.object({
    month: businessMonth,
    /** The reason of a manual settlement; recorded in each creator's settlement. */
    reason: text(200, 1),
    /** The same in all calls of one operation, which counts as one action. */
    run: id.optional(),
  }),
  answer: settledMonth,
});

export type SettlementMonths = z.infer<typeof settlementMonthsAnswer>;
export type SettlementMonth = z.infer<typeof settlementMonth>;
export type Settlements = z.infer<typeof settlementsAnswer>;
export type SettlementDetail = z.infer<typeof settlementAnswer>;
export type SettlementCheck = z.infer<typeof settlementCheckAnswer>;
export type SettledMonth = z.infer<typeof settledMonth>;
