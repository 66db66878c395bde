import type { PlanId, UserId } from './ids.ts';

/** The editable values of an affiliate code. */
export interface AffiliateTerms {
  /** Whole percent of an order's total, 1 to 50. */
  rate_percent: number;
  /** The plans that the code applies to; empty: all plans of the creator. */
  plan_ids: PlanId[];
  /** False: paused, no order carries it. */
  active: boolean;
  note: string;
}

/** An affiliate code: orders placed with it pay a partner a commission. */
export type AffiliateEvent =
  | {
      type: 'AffiliateOpened';
      data: AffiliateTerms & {
        /** Follows from the creator and the code, see `affiliateIdOf`. */
        affiliate_id: string;
        /** The seller. */
        creator_id: UserId;
        /** The partner, another creator. Commissions are added to the partner's pending income. */
        partner_id: UserId;
        /** As entered; compared without regard to case. */
        code: string;
      };
    }
  /** Always all terms; code and partner stay. Orders keep the rate that they were placed with. */
  | { type: 'AffiliateChanged'; data: AffiliateTerms & { affiliate_id: string; creator_id: UserId } }
  /** Permanent: the code is never assigned again. */
  | { type: 'AffiliateClosed'; data: { affiliate_id: string; creator_id: UserId } };
