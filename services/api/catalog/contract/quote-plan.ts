import { z } from 'zod';
import { money } from '../../http/contract/fields.ts';
import { endpoint } from '../../http/endpoint.ts';
import { quotedPlan } from './edit-plan.ts';

const planQuote = z.object({
  show_price: money,
  show_price_after_adjust: money,
  total_price: money,
  floor_price: money,
  has_time_limit_price: z.boolean(),
  sku: z.array(z.object({ show_price_after_adjust: money })),
});
/** The prices that a plan would show now. Nothing is stored. */
export const quotePlan = endpoint('POST', '/api/creator/quote-plan', {
  access: 'creator',
  body: quotedPlan,
  answer: planQuote,
});

export type PlanQuote = z.infer<typeof planQuote>;
