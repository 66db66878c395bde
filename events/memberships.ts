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

interface Parties {
  creator_id: UserId;
  user_id: UserId;
  plan_id: PlanId;
}

/** The agreed amount, and the months of each renewal. */
export interface AgreementTerms {
  plan_name: string;
  amount: Fen;
  months: number;
  /** The provider that charges again. */
  provider: string;
}

/**
 * Why a membership is no longer renewed. `declined`: every try of one renewal failed. `order_closed`: the renewal's
 * order was cancelled or could not be used. `missed`: it could not be tried in time. `replaced`: the fan has another
 * plan of the creator.
 */
export type AgreementEnd =
  | 'fan'
  | 'declined'
  | 'order_closed'
  | 'missed'
  | 'refunded'
  | 'replaced'
  | 'plan_changed'
  | 'not_on_sale'
  | 'limit_reached';

/** The agreement of one fan that a membership of one plan is renewed without asking again. */
export type AgreementEvent =
  /** The fan agreed in the checkout of this order; it counts when the order is paid. */
  | { type: 'AgreementOffered'; data: Parties & AgreementTerms & { out_trade_no: OutTradeNo } }
  /** The order is paid: renewals are charged as its payer agreed. `until`: the end of the membership. */
  | { type: 'AgreementMade'; data: Parties & AgreementTerms & { out_trade_no: OutTradeNo; until: Millis } }
  /** The order of the next period, which is charged now. `until`: the end before it. */
  | { type: 'RenewalPlaced'; data: Parties & { out_trade_no: OutTradeNo; amount: Fen; until: Millis } }
  /** The provider declined; null: it is not tried again. */
  | {
      type: 'RenewalFailed';
      data: Parties & { out_trade_no: OutTradeNo; attempt: number; next_at: Millis | null };
    }
  /** The order of a renewal is paid. `until`: the new end. */
  | { type: 'RenewalPaid'; data: Parties & { out_trade_no: OutTradeNo; amount: Fen; until: Millis } }
  | { type: 'AgreementEnded'; data: Parties & { reason: AgreementEnd } };
