import type { OutTradeNo, UserId } from './ids.ts';
import type { Fen } from './money.ts';
import type { WithdrawError, WithdrawStatus } from './status.ts';
import type { Millis } from './time.ts';

/** One attempt of a creator to take money out. */
interface Withdrawal {
  user_id: UserId;
  withdrawal_id: string;
}

/** One attempt to pay a withdrawal. The id makes the payment idempotent at the provider. */
interface Payout extends Withdrawal {
  payout_id: string;
}

/** A provider contradicts its earlier answer about a payout. Disputes of a withdrawal are counted from 1. */
interface PayoutDispute extends Payout {
  number: number;
}

/**
 * The effect of a closed dispute. `none`: nothing changes. `charged`: a failed payout arrived, its amount is taken
 * from available. `paid`: the same, while the withdrawal was being retried. `returned`: a paid payout did not arrive,
 * its amount is available again.
 */
export type DisputeMove = 'none' | 'charged' | 'paid' | 'returned';

/** Finance's finding in a dispute: whether the payee received the money. */
interface DisputeReview extends PayoutDispute {
  by: UserId;
  reached: boolean;
  reason: string;
}

/**
 * The facts that decide whether a creator's money can be paid out: one stream per creator (docs/domain/withdrawals.md).
 */
export type BalanceEvent =
  /** A business month's net, which may be below zero, moved from pending to available. */
  | {
      type: 'IncomeSettled';
      /** `month` as `YYYY-MM` of the business calendar. */
      data: { user_id: UserId; month: string; net: Fen; available_at: Millis };
    }
  /** The creator's part of a refund. It reduces pending immediately, independent of its month of settlement. */
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
        /** The payee's details, in the vault. */
        method_ref: string;
        /** The failed withdrawal that this one replaces. */
        instead_of: string | null;
      };
    }
  /** `final` is false above the threshold: a second person must approve. `reason`: an optional note. */
  | { type: 'WithdrawalApproved'; data: Withdrawal & { by: UserId; final: boolean; reason: string } }
  | { type: 'WithdrawalRejected'; data: Withdrawal & { by: UserId; reason: string } }
  /** Finance retries a failed withdrawal. */
  | { type: 'WithdrawalRetried'; data: Withdrawal & { by: UserId; reason: string } }
  | { type: 'PayoutSent'; data: Payout & { provider: string; attempt: number } }
  /** The provider did not answer and may have paid. It is queried again, not paid again. */
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
  /** The provider contradicts its earlier answer. No money moves; finance must decide. */
  | { type: 'PayoutDisputed'; data: Payout & { said: 'succeeded' | 'failed'; detail: string } }
  /** Above the threshold: the first person's finding. It moves nothing; a second person must find the same. */
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

/** Finance's decision on a bank card under review. Number and holder are in the vault. */
interface CardVerdict {
  /** Reference of the submitted card: another card of the same creator has another reference. */
  review_id: string;
  /** The owner of the card. */
  user_id: UserId;
  by: UserId;
  /** Required for a rejection (the creator reads it), else an optional note. */
  reason: string;
}

export type BankCardEvent =
  | { type: 'BankCardApproved'; data: CardVerdict }
  | { type: 'BankCardRejected'; data: CardVerdict };
