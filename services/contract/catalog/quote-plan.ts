import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { money } from '#services/contract/fields/fields.ts';
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
