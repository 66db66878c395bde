import type { OutTradeNo, PlanId, UserId } from './ids.ts';
import type { Fen } from './money.ts';
import type { Millis } from './time.ts';

/** What one paid order gives a fan of one creator. */
export interface MembershipGrant {
  creator_id: UserId;
  user_id: UserId;
  out_trade_no: OutTradeNo;
  plan_id: PlanId;
  plan_name: string;
  /** Stands beside others, and neither upgrades nor is upgraded. */
  independent: boolean;
  /** List price of a month when it was sold. */
  monthly_price: Fen;
  /** What was paid for it, and for how many months: what recurring income is reckoned from. */
  paid: Fen;
  months: number;
  /** Runs from here … */
  from: Millis;
  /** … to here; null never ends. */
  until: Millis | null;
}

/** The memberships of one fan with one creator, each event naming the order that led to it. */
export type MembershipEvent =
  /** None of this plan ran: it begins now. */
  | { type: 'MembershipStarted'; data: MembershipGrant }
  /** The same plan again: it runs longer, `from` being the end until then. */
  | { type: 'MembershipExtended'; data: MembershipGrant }
  /** A dearer plan from now on, to the end of the one before. */
  | { type: 'MembershipUpgraded'; data: MembershipGrant & { from_plan: PlanId } }
  /** Its end has come. */
  | {
      type: 'MembershipExpired';
      data: {
        creator_id: UserId;
        user_id: UserId;
        plan_id: PlanId;
        independent: boolean;
        until: Millis;
      };
    }
  /** An order was refunded in full: what it gave is gone, and what came after it moves up. */
  | {
      type: 'MembershipRevoked';
      data: {
        creator_id: UserId;
        user_id: UserId;
        out_trade_no: OutTradeNo;
        plan_id: PlanId;
        independent: boolean;
        /** What runs after it in this one's place; null: nothing does. */
        runs_on: { plan_id: PlanId; plan_name: string; until: Millis | null } | null;
        /** The grants that are left of the same run, as they stand now. */
        left: { out_trade_no: OutTradeNo; from: Millis; until: Millis | null }[];
      };
    };
