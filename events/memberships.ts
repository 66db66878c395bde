import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { outTradeNo, planId, userId } from './ids.ts';
import { fen } from './money.ts';
import { millis } from './time.ts';

/** The membership that one paid order gives a fan. */
const membershipGrant = z.object({
  creator_id: userId,
  user_id: userId,
  /** The order that began the run; null: written before runs had ids, see `membershipEvents`. */
  run_id: outTradeNo.nullable(),
  out_trade_no: outTradeNo,
  plan_id: planId,
  plan_name: z.string(),
  /** Independent of other memberships: no upgrade from or to it. */
  independent: z.boolean(),
  /** List price of a month when it was sold. */
  monthly_price: fen,
  /** The amount paid and its months, for recurring income. An upgrade can have none. */
  paid: fen,
  months: z.int(),
  /** Runs from here … */
  from: millis,
  /** … to here; null never ends. */
  until: millis.nullable(),
});
export type MembershipGrant = z.infer<typeof membershipGrant>;

/** The grant of one order in a run that moves to another account. */
const movedGrant = membershipGrant
  .pick({ out_trade_no: true, plan_id: true, plan_name: true, monthly_price: true, paid: true })
  .extend({
    /** When it was paid. */
    at: millis,
    /** What it adds to the run; an upgrade can add none. */
    months: z.int(),
    from: millis,
    until: millis.nullable(),
    /** Replaced by an upgrade; null: none. */
    from_plan: planId.nullable(),
  });

/** A run in the stream of one of two accounts; `plan_id` is that of its last grant. */
const movedRun = membershipGrant
  .pick({ creator_id: true, user_id: true, plan_id: true, independent: true })
  .extend({ run_id: outTradeNo });

/**
 * The memberships of one fan with one creator, each event naming the order that led to it. A run is a membership from its
 * begin to its end, with all extensions and upgrades. Without a `run_id` an event means the newest run of its plan (an
 * upgrade of `from_plan`), a refund the run that has the order.
 */
export const membershipEvents = {
  /** None of this plan ran: it begins now, or at the end of the one before it. */
  MembershipStarted: membershipGrant,
  /** The same plan again: it runs longer, `from` being the end until then. */
  MembershipExtended: membershipGrant,
  /** A more expensive plan from now on, until the end of the former one and its own months. */
  MembershipUpgraded: membershipGrant.extend({ from_plan: planId }),
  /** The membership has ended. */
  MembershipExpired: z.object({
    creator_id: userId,
    user_id: userId,
    run_id: outTradeNo.nullable(),
    plan_id: planId,
    independent: z.boolean(),
    until: millis,
  }),
  /** The order was refunded in full: its grant ends, and later grants move up, also those of a planned membership. */
  MembershipRevoked: z.object({
    creator_id: userId,
    user_id: userId,
    run_id: outTradeNo.nullable(),
    out_trade_no: outTradeNo,
    /** Who placed the order; `user_id` has it if staff handed it over. */
    payer: userId,
    plan_id: planId,
    independent: z.boolean(),
    /** The plan that follows in its place; null: none. */
    runs_on: z.object({ plan_id: planId, plan_name: z.string(), until: millis.nullable() }).nullable(),
    /** The planned membership, which begins earlier now; null: none, or it begins as before. */
    next: z
      .object({
        run_id: outTradeNo,
        plan_id: planId,
        plan_name: z.string(),
        from: millis,
        until: millis.nullable(),
      })
      .nullable(),
    /** Remaining grants that were not over and have other times now. A run has at most ten years ahead. */
    moved: z.array(z.object({ out_trade_no: outTradeNo, from: millis, until: millis.nullable() })),
  }),
  /** Staff handed the orders of the run over to another account of the person: it is over here. */
  MembershipMovedOut: movedRun.extend({ to: userId }),
  /** The same run in the other account, with the times that it had. */
  MembershipMovedIn: movedRun.extend({ from_user: userId, begin: millis, grants: z.array(movedGrant) }),
};
export type MembershipEvent = EventOf<typeof membershipEvents>;

const parties = z.object({ creator_id: userId, user_id: userId, plan_id: planId });

/** The agreed amount, and the months of each renewal. */
const agreementTerms = z.object({
  plan_name: z.string(),
  amount: fen,
  months: z.int(),
  /** The provider that charges again. */
  provider: z.string(),
});
export type AgreementTerms = z.infer<typeof agreementTerms>;

/**
 * Why a membership is no longer renewed. `declined`: every try of one renewal failed. `order_closed`: the renewal's
 * order was cancelled or could not be used. `missed`: it could not be tried in time. `replaced`: the fan has another
 * plan of the creator. `handed_over`: staff moved the membership to another account.
 */
const agreementEnd = z.enum([
  'fan',
  'declined',
  'order_closed',
  'missed',
  'refunded',
  'replaced',
  'plan_changed',
  'not_on_sale',
  'limit_reached',
  'rejected',
  'handed_over',
]);
export type AgreementEnd = z.infer<typeof agreementEnd>;

const renewal = parties.extend({ out_trade_no: outTradeNo, amount: fen, until: millis });

/** The agreement of one fan that a membership of one plan is renewed without asking again. */
export const agreementEvents = {
  /** The fan agreed in the checkout of this order; it counts when the order is paid. */
  AgreementOffered: parties.extend({ ...agreementTerms.shape, out_trade_no: outTradeNo }),
  /** The order is paid: renewals are charged as its payer agreed. `until`: the end of the membership. */
  AgreementMade: parties.extend({ ...agreementTerms.shape, out_trade_no: outTradeNo, until: millis }),
  /** The order of the next period, which is charged now. `until`: the end before it. */
  RenewalPlaced: renewal,
  /** The provider declined. `next_at` null: it is not tried again. */
  RenewalFailed: parties.extend({ out_trade_no: outTradeNo, attempt: z.int(), next_at: millis.nullable() }),
  /** The order of a renewal is paid. `until`: the new end. */
  RenewalPaid: renewal,
  AgreementEnded: parties.extend({ reason: agreementEnd }),
};
export type AgreementEvent = EventOf<typeof agreementEvents>;
