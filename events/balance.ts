import type { OutTradeNo, UserId } from './ids.ts';
import type { Fen } from './money.ts';
import type { WithdrawError, WithdrawStatus } from './status.ts';
import type { Millis } from './time.ts';

/** One attempt of a creator to take money out. */
interface Withdrawal {
  user_id: UserId;
  withdrawal_id: string;
}

/** One attempt of a provider to pay a withdrawal out; its id is what makes it happen once there. */
interface Payout extends Withdrawal {
  payout_id: string;
}

/** A provider that said otherwise of a payout than before; the n-th time of its withdrawal, from 1. */
interface PayoutDispute extends Payout {
  number: number;
}

/**
 * What closing a dispute does with the withdrawal's amount. `none`: what stood was right. `charged`: it had come back to
 * its creator and was paid after all, so that it is taken from available. `paid`: the same of one that was being tried
 * again. `returned`: it counted as paid and did not arrive, so that it is available again.
 */
export type DisputeMove = 'none' | 'charged' | 'paid' | 'returned';

/** What finance says of a dispute: whether the money reached the person. */
interface DisputeReview extends PayoutDispute {
  by: UserId;
  reached: boolean;
  reason: string;
}

/**
 * What decides whether a creator's money may go out: few events, in one stream per creator (docs/domain.md,
 * Settlement and Withdrawals).
 */
export type BalanceEvent =
  /** A business month's net, which may be below zero, moved from pending to available. */
  | {
      type: 'IncomeSettled';
      /** `month` as `YYYY-MM` of the business calendar. */
      data: { user_id: UserId; month: string; net: Fen; available_at: Millis };
    }
  /** The creator's part of a refund: it takes pending down at once, whatever month it settles in. */
  | {
      type: 'RefundCharged';
      data: { user_id: UserId; out_trade_no: OutTradeNo; refund_id: string; net: Fen };
    }
  | {
      type: 'WithdrawalRequested';
      data: Withdrawal & {
        amount: Fen;
        /** Code of the method, as the specification numbers them. */
        withdraw_type: number;
        /** Where it goes, in the vault. */
        method_ref: string;
        /** The failed one that this one takes the place of. */
        instead_of: string | null;
      };
    }
  /** `final` false: over the threshold, a second person has to approve. `reason`: what they noted, or empty. */
  | { type: 'WithdrawalApproved'; data: Withdrawal & { by: UserId; final: boolean; reason: string } }
  | { type: 'WithdrawalRejected'; data: Withdrawal & { by: UserId; reason: string } }
  /** Finance tries a failed one again: its amount is on its way out once more. */
  | { type: 'WithdrawalRetried'; data: Withdrawal & { by: UserId; reason: string } }
  | { type: 'PayoutSent'; data: Payout & { provider: string; attempt: number } }
  /** The provider did not answer: it may have paid. It is asked again, never paid again. */
  | { type: 'PayoutUnknown'; data: Payout }
  | { type: 'PayoutSucceeded'; data: Payout & { provider_reference: string } }
  | {
      type: 'PayoutFailed';
      data: Payout & {
        status: WithdrawError;
        deal_error: string;
        /** Whether the creator may switch it to the bank card. */
        can_atb: boolean;
      };
    }
  /** The provider says otherwise than it did before; no money moves by itself, finance has to look. */
  | { type: 'PayoutDisputed'; data: Payout & { said: 'succeeded' | 'failed'; detail: string } }
  /** Over the threshold: what the first person says. It moves nothing, a second one has to say the same. */
  | { type: 'PayoutDisputeJudged'; data: DisputeReview }
  | {
      type: 'PayoutDisputeClosed';
      data: DisputeReview & {
        moves: DisputeMove;
        /** Of a payout that counts as paid after all, else empty. */
        provider_reference: string;
        /** The withdrawal's new status. */
        status: Exclude<WithdrawStatus, 1>;
        deal_error: string;
        can_atb: boolean;
      };
    };
