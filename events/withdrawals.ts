import { z } from 'zod';
import { outTradeNo, userId } from './ids.ts';
import { fen } from './money.ts';
import { WITHDRAW_ERROR, WITHDRAW_STATUS } from './status.ts';
import { millis } from './time.ts';

/** One attempt of a creator to take money out. */
const withdrawal = z.object({ user_id: userId, withdrawal_id: z.string() });

/** One attempt to pay a withdrawal. The id makes the payment idempotent at the provider. */
const payout = withdrawal.extend({ payout_id: z.string() });

/**
 * The effect of a closed dispute. `none`: nothing changes. `charged`: a failed payout arrived, its amount is taken
 * from available. `paid`: the same, while the withdrawal was being retried. `returned`: a paid payout did not arrive,
 * its amount is available again.
 */
const disputeMove = z.enum(['none', 'charged', 'paid', 'returned']);
export type DisputeMove = z.infer<typeof disputeMove>;

/** A provider contradicts its earlier answer about a payout. Disputes of a withdrawal are counted from 1. */
const payoutDispute = payout.extend({ number: z.int() });

/** Finance's finding in a dispute: whether the payee received the money. */
const disputeReview = payoutDispute.extend({ by: userId, reached: z.boolean(), reason: z.string() });

/** Not waiting any more. */
const workedOn = z.enum(WITHDRAW_STATUS).exclude(['waiting']);

/**
 * The facts that decide whether a creator's money can be paid out: one stream per creator (docs/domain/withdrawals.md).
 */
export const balanceEvents = {
  /** A business month's net, which may be below zero, moved from pending to available. */
  IncomeSettled: z.object({
    user_id: userId,
    /** `YYYY-MM` of the business calendar. */
    month: z.string(),
    net: fen,
    available_at: millis,
  }),
  /** The creator's part of a refund. It reduces pending immediately, independent of its month of settlement. */
  RefundCharged: z.object({ user_id: userId, out_trade_no: outTradeNo, refund_id: z.string(), net: fen }),
  WithdrawalRequested: withdrawal.extend({
    amount: fen,
    /** Code of the method, as the specification numbers them. */
    withdraw_type: z.int(),
    /** The payee's details, in the vault. */
    method_ref: z.string(),
    /** The failed withdrawal that this one replaces. */
    instead_of: z.string().nullable(),
  }),
  /** `final` is false above the threshold: a second person must approve. `reason`: an optional note. */
  WithdrawalApproved: withdrawal.extend({ by: userId, final: z.boolean(), reason: z.string() }),
  WithdrawalRejected: withdrawal.extend({ by: userId, reason: z.string() }),
  /** Finance retries a failed withdrawal. */
  WithdrawalRetried: withdrawal.extend({ by: userId, reason: z.string() }),
  PayoutSent: payout.extend({ provider: z.string(), attempt: z.int() }),
  /** The provider did not answer and may have paid. It is queried again, not paid again. */
  PayoutUnknown: payout,
  PayoutSucceeded: payout.extend({ provider_reference: z.string() }),
  PayoutFailed: payout.extend({
    status: z.enum(WITHDRAW_ERROR),
    deal_error: z.string(),
    /** Whether the creator may switch it to the bank card. */
    can_atb: z.boolean(),
  }),
  /** The provider contradicts its earlier answer. No money moves; finance must decide. */
  PayoutDisputed: payout.extend({ said: z.enum(['succeeded', 'failed']), detail: z.string() }),
  /** Above the threshold: the first person's finding. It moves nothing; a second person must find the same. */
  PayoutDisputeJudged: disputeReview,
  PayoutDisputeClosed: disputeReview.extend({
    moves: disputeMove,
    /** Of a payout that counts as paid after all, else empty. */
    provider_reference: z.string(),
    /** The withdrawal's new status. */
    status: workedOn,
    deal_error: z.string(),
    can_atb: z.boolean(),
  }),
};

/** Finance's decision on a bank card under review. Number and holder are in the vault. */
const cardVerdict = z.object({
  /** Reference of the submitted card: another card of the same creator has another reference. */
  review_id: z.string(),
  /** The owner of the card. */
  user_id: userId,
  by: userId,
  /** Required for a rejection (the creator reads it), else an optional note. */
  reason: z.string(),
});

export const bankCardEvents = {
  BankCardApproved: cardVerdict,
  BankCardRejected: cardVerdict,
};
