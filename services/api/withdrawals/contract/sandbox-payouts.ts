import { z } from 'zod';
import { id } from '../../http/contract/fields.ts';
import { endpoint } from '../../http/endpoint.ts';

/** What the sandbox's payout provider is to say of a withdrawal's newest payout, also against what it said before. */
const decidePayout = z.object({
  order_id: id,
  outcome: z.enum(['succeeded', 'failed']),
  cause: z.enum(['account_unknown', 'name_differs', 'limit_reached']).default('account_unknown'),
});
/** Status of the withdrawal then. */
const decidedPayout = z.object({ payout_id: z.string(), status: z.number().int() });
export const sandboxPayouts = endpoint('POST', '/api/sandbox/payouts', {
  access: 'sandbox',
  body: decidePayout,
  answer: decidedPayout,
});
