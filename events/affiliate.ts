import type { PlanId, UserId } from './ids.ts';

/** What a creator says of a code again and again. */
export interface AffiliateTerms {
  /** Whole percent of an order's total, 1 to 50. */
  rate_percent: number;
  /** Empty: everything that the creator sells; else these plans alone. */
  plan_ids: PlanId[];
  /** False: paused, no order carries it. */
  active: boolean;
  note: string;
}

/** A code by which somebody else's orders bring a partner a part of what they come to. */
export type AffiliateEvent =
  | {
      type: 'AffiliateOpened';
      data: AffiliateTerms & {
        /** Follows from the creator and the code, see `affiliateIdOf`. */
        affiliate_id: string;
        /** Who sells. */
        creator_id: UserId;
        /** Another creator, whose pending it adds to. */
        partner_id: UserId;
        /** As it was written; compared without regard to case. */
        code: string;
      };
    }
  /** Always all terms; code and partner stay. Orders keep the rate that they were placed with. */
  | { type: 'AffiliateChanged'; data: AffiliateTerms & { affiliate_id: string; creator_id: UserId } }
  /** For ever: the code is given to nobody again. */
  | { type: 'AffiliateClosed'; data: { affiliate_id: string; creator_id: UserId } };
