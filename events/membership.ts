import type { OutTradeNo, PlanId, UserId } from './ids.ts';
import type { Fen } from './money.ts';
import type { Millis } from './time.ts';

/** The membership that one paid order gives a fan. */
export interface MembershipGrant {
  creator_id: UserId;
  user_id: UserId;
  /** The order that began the run; null: written before runs had ids, see `MembershipEvent`. */
  run_id: OutTradeNo | null;
  out_trade_no: OutTradeNo;
  plan_id: PlanId;
  plan_name: string;
  /** Independent of other memberships: no upgrade from or to it. */
  independent: boolean;
  /** List price of a month when it was sold. */
  monthly_price: Fen;
  /** The amount paid and its months, for recurring income. An upgrade can have none. */
  paid: Fen;
  months: number;
  /** Runs from here … */
  from: Millis;
  /** … to here; null never ends. */
  until: Millis | null;
}

/**
 * The memberships of one fan with one creator, each event naming the order that led to it. A run is a membership from its
 * begin to its end, with all extensions and upgrades. Without a `run_id` an event means the newest run of its plan (an
 * upgrade of `from_plan`), a refund the run that has the order.
 */
export type MembershipEvent =
  /** None of this plan ran: it begins now, or at the end of the one before it. */
  | { type: 'MembershipStarted'; data: MembershipGrant }
  /** The same plan again: it runs longer, `from` being the end until then. */
  | { type: 'MembershipExtended'; data: MembershipGrant }
  /** A more expensive plan from now on, until the end of the former one and its own months. */
  | { type: 'MembershipUpgraded'; data: MembershipGrant & { from_plan: PlanId } }
  /** The membership has ended. */
  | {
      type: 'MembershipExpired';
      data: {
        creator_id: UserId;
        user_id: UserId;
        run_id: OutTradeNo | null;
        plan_id: PlanId;
        independent: boolean;
        until: Millis;
      };
    }
  /** The order was refunded in full: its grant ends, and later grants move up, also those of a planned membership. */
  | {
      type: 'MembershipRevoked';
      data: {
        creator_id: UserId;
        user_id: UserId;
        run_id: OutTradeNo | null;
        out_trade_no: OutTradeNo;
        plan_id: PlanId;
        independent: boolean;
        /** The plan that follows in its place; null: none. */
        runs_on: { plan_id: PlanId; plan_name: string; until: Millis | null } | null;
        /** The planned membership, which begins earlier now; null: none, or it begins as before. */
        next: {
          run_id: OutTradeNo;
          plan_id: PlanId;
          plan_name: string;
          from: Millis;
          until: Millis | null;
        } | null;
        /** Remaining grants that were not over and have other times now. A run has at most ten years ahead. */
        moved: { out_trade_no: OutTradeNo; from: Millis; until: Millis | null }[];
      };
    };
