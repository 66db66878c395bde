import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { planId, userId } from './ids.ts';

/** The editable values of an affiliate code. */
const affiliateTerms = z.object({
  /** Whole percent of an order's total, 1 to 50. */
  rate_percent: z.int(),
  /** The plans that the code applies to; empty: all plans of the creator. */
  plan_ids: z.array(planId),
  /** False: paused, no order carries it. */
  active: z.boolean(),
  note: z.string(),
});
export type AffiliateTerms = z.infer<typeof affiliateTerms>;

const affiliate = z.object({
  /** Follows from the creator and the code, see `affiliateIdOf`. */
  affiliate_id: z.string(),
  /** The seller. */
  creator_id: userId,
});

/** An affiliate code: orders placed with it pay a partner a commission. */
export const affiliateEvents = {
  AffiliateOpened: affiliateTerms.extend({
    ...affiliate.shape,
    /** The partner, another creator. Commissions are added to the partner's pending income. */
    partner_id: userId,
    /** As entered; compared without regard to case. */
    code: z.string(),
  }),
  /** Always all terms; code and partner stay. Orders keep the rate that they were placed with. */
  AffiliateChanged: affiliateTerms.extend(affiliate.shape),
  /** Permanent: the code is never assigned again. */
  AffiliateClosed: affiliate,
};
export type AffiliateEvent = EventOf<typeof affiliateEvents>;
