import type { OutTradeNo, PlanId, UserId } from './ids.ts';
import type { Fen } from './money.ts';
import type { Millis } from './time.ts';

/** The membership that one paid order gives a fan. */
export interface MembershipGrant {
  creator_id: UserId;
  user_id: UserId;
  out_trade_no: OutTradeNo;
  plan_id: PlanId;
  plan_name: string;
  /** Independent of other memberships: no upgrade from or to it. */
  independent: boolean;
  /** List price of a month when it was sold. */
  monthly_price: Fen;
  /** The amount paid and its months, for recurring income. */
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
  /** A more expensive plan from now on, until the end of the former one. */
  | { type: 'MembershipUpgraded'; data: MembershipGrant & { from_plan: PlanId } }
  /** The membership has ended. */
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
  /** The order was refunded in full: its grant ends, and later grants move up. */
  | {
      type: 'MembershipRevoked';
      data: {
        creator_id: UserId;
        user_id: UserId;
        out_trade_no: OutTradeNo;
        plan_id: PlanId;
        independent: boolean;
        /** The plan that follows in its place; null: none. */
        runs_on: { plan_id: PlanId; plan_name: string; until: Millis | null } | null;
        /** The remaining grants of the same run, with their present times. */
        left: { out_trade_no: OutTradeNo; from: Millis; until: Millis | null }[];
      };
    };
