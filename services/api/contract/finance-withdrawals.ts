import { z } from 'zod';
import { id, list, minPosition, money, page, perPage, seconds, text } from './fields.ts';

/** `status`: waiting 1, success 2, failed 3, 4 and 7, transfering 8; all unless given. */
export const withdrawalsQuery = z.object({
  status: z.enum(['1', '2', '3', '4', '7', '8']).transform(Number).optional(),
  page,
  per_page: perPage,
  min_position: minPosition,
});
const withdrawal = z.object({
  order_id: id,
  user_id: id,
  name: z.string(),
  pay_amount: money,
  apply_time: seconds,
  status: z.number().int(),
  status_text: z.string(),
  withdraw_type: z.number().int(),
  type_text: z.string(),
  status_time: seconds,
  deal_error: z.string(),
  can_atb: z.union([z.literal(0), z.literal(1)]),
  /** The failed withdrawal that this one takes the place of, and the one that was made in its place; or empty. */
  instead_of: id.or(z.literal('')),
  switched_to: id.or(z.literal('')),
  /** Who approved, first to last */
  approvals: z.array(z.object({ user_id: id, name: z.string() })),
  /** Whether a second person has to approve */
  needs_second: z.boolean(),
  /** The provider did not answer the last time: it may have paid */
  unknown: z.boolean(),
  /** The provider said one thing and then another: somebody has to look */
  disputed: z.boolean(),
  /** What the provider said of which payout, otherwise than before. Nothing more of it is paid by retry or switch. */
  disputes: z.array(
    z.object({
      payout_id: z.string(),
      said: z.enum(['succeeded', 'failed']),
      /** The cause in words, or the provider's reference */
      detail: z.string(),
      time: seconds,
    }),
  ),
});
export const withdrawalsAnswer = list(withdrawal);

export const withdrawalParams = z.object({ id });
export const payeeQuery = z.object({ reason: text(200, 1) });
/** In the clear: each look is recorded. Fields as the creator entered them. */
export const payeeAnswer = z.object({ order_id: id, payee: z.record(z.string(), z.string()) });

export const confirmWithdrawal = z.object({});
export const rejectWithdrawal = z.object({ reason: text(200, 1) });
export const judgedWithdrawal = z.object({
  order_id: id,
  status: z.number().int(),
  /** False: a second person has to approve */
  approved: z.boolean(),
  position: z.number().int(),
});
