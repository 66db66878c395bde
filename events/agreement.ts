import type { OutTradeNo, PlanId, UserId } from './ids.ts';
import type { Fen } from './money.ts';
import type { Millis } from './time.ts';

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
