import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id } from '#services/contract/fields/fields.ts';

export const settleSandboxPayout = endpoint('POST', '/api/sandbox/payouts', {
  access: 'sandbox',
  /** The sandbox payout provider's answer for a withdrawal's newest payout; it can contradict an earlier one. */
  body: z.object({
    order_id: id,
    outcome: z.enum(['succeeded', 'failed']),
    cause: z.enum(['account_unknown', 'name_differs', 'limit_reached']).default('account_unknown'),
  }),
  /** Status of the withdrawal then. */
  answer: z.object({ payout_id: z.string(), status: z.number().int() }),
});
