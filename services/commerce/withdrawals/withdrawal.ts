import type { UserId } from '#events/ids.ts';
import { type Fen, fenOf } from '#events/money.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import { WITHDRAW_STATUS, type WithdrawError, type WithdrawStatus } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import {
  countsAsPaid,
  type Dispute,
  noPayoutAnswers,
  openDisputes,
  type PayoutAnswers,
  timesPaid,
  withAnswer,
  withDispute,
  withFinding,
} from './payout-dispute.ts';

interface Requested extends PayoutAnswers {
  withdrawal_id: string;
  amount: Fen;
  withdraw_type: number;
  method_ref: string;
  instead_of: string | null;
  requested_at: Millis;
  /** Time of the last change of status. */
  changed_at: Millis;
  /** All people who approved or retried it, in order. */
  approvals: readonly UserId[];
  /** Time of the last approval or retry; until then, of the request. */
  decided_at: Millis;
}

interface WaitingWithdrawal extends Requested {
  phase: 'waiting';
}

/** Nothing is sent yet. */
interface ApprovedWithdrawal extends Requested {
  phase: 'approved';
}

interface RejectedWithdrawal extends Requested {
  phase: 'rejected';
  deal_error: string;
}

interface WithPayout extends Requested {
  /** The newest attempt. */
  payout: { payout_id: string; provider: string; attempt: number };
}

interface SentWithdrawal extends WithPayout {
  phase: 'sent';
  /** The provider did not answer the last time. */
  unknown: boolean;
}

/** The newest attempt failed; the next one is not sent yet. */
interface RetriedWithdrawal extends WithPayout {
  phase: 'retried';
}

interface PaidWithdrawal extends WithPayout {
  phase: 'paid';
  /** The withdrawal that replaced it before it was known to be paid. */
  switched_to: string | null;
}

interface FailedWithdrawal extends WithPayout {
  phase: 'failed';
  status: WithdrawError;
  deal_error: string;
  /** The creator may switch it to the bank card. */
  can_atb: boolean;
  /** The withdrawal that replaced it. */
  switched_to: string | null;
}

export type WithdrawalState =
  | WaitingWithdrawal
  | ApprovedWithdrawal
  | RejectedWithdrawal
  | SentWithdrawal
  | RetriedWithdrawal
  | PaidWithdrawal
  | FailedWithdrawal;

export function withdrawStatusOf(one: WithdrawalState): WithdrawStatus {
  switch (one.phase) {
    case 'waiting':
    case 'approved':
      return WITHDRAW_STATUS.waiting;
    case 'paid':
      return WITHDRAW_STATUS.success;
    case 'rejected':
      return WITHDRAW_STATUS.error;
    case 'failed':
      return one.status;
    case 'sent':
    case 'retried':
      return WITHDRAW_STATUS.transferring;
    default:
      return one satisfies never;
  }
}

export const dealErrorOf = (one: WithdrawalState): string => ('deal_error' in one ? one.deal_error : '');
export const switchedTo = (one: WithdrawalState): string | null =>
  'switched_to' in one ? one.switched_to : null;
export const canSwitch = (one: WithdrawalState): boolean => one.phase === 'failed' && one.can_atb;
export const isApproved = ({ phase }: WithdrawalState): boolean =>
  phase !== 'waiting' && phase !== 'rejected';

/** Being paid out, or about to be again. */
export const isTransferring = (one: WithdrawalState): one is SentWithdrawal | RetriedWithdrawal =>
  one.phase === 'sent' || one.phase === 'retried';

/** Requested, and neither paid nor failed. */
export const isOpen = (one: WithdrawalState): boolean =>
  one.phase === 'waiting' || one.phase === 'approved' || isTransferring(one);

/** Fen deducted from available: once for each payout that counts as paid, and once while the withdrawal is open. */
export const takenBy = (one: WithdrawalState): Fen =>
  fenOf(one.amount * (timesPaid(one) + (isOpen(one) ? 1 : 0)));

/** Fen that one dispute holds: none for a payout that is charged already. */
export const heldForDispute = (one: WithdrawalState, { payout_id, closed }: Dispute): Fen => {
  const charged = countsAsPaid(one, payout_id) || (isTransferring(one) && one.payout.payout_id === payout_id);
  return fenOf(closed === null && !charged ? one.amount : 0);
};

export const requested = (data: DataOf<'WithdrawalRequested'>, at: Millis): WaitingWithdrawal => {
  const { user_id: _, ...of } = data;
  return {
    phase: 'waiting',
    ...of,
    requested_at: at,
    changed_at: at,
    approvals: [],
    decided_at: at,
    ...noPayoutAnswers,
  };
};

/** Starts another phase, with only the common fields of the previous one. */
function since(one: WithdrawalState, at: Millis): Requested {
  const { withdrawal_id, amount, withdraw_type, method_ref, instead_of, requested_at } = one;
  const { approvals, decided_at, answered, disputes } = one;
  const of = { withdrawal_id, amount, withdraw_type, method_ref, instead_of, requested_at };
  return { ...of, changed_at: at, approvals, decided_at, answered, disputes };
}

/** A person's approval or retry. */
const decidedBy = ({ approvals }: Requested, by: UserId, at: Millis) => ({
  approvals: approvals.includes(by) ? approvals : [...approvals, by],
  decided_at: at,
});

function evolveClosed(
  one: WithdrawalState & WithPayout,
  data: DataOf<'PayoutDisputeClosed'>,
  at: Millis,
): WithdrawalState {
  const { status, deal_error, can_atb } = data;
  const update = withFinding(one, data, true, at);
  if (status === WITHDRAW_STATUS.transferring) return { ...one, ...update };
  const of = { ...since(one, status === withdrawStatusOf(one) ? one.changed_at : at), ...update };
  const { payout } = one;
  const switched_to = switchedTo(one);
  return status === WITHDRAW_STATUS.success
    ? { ...of, phase: 'paid', payout, switched_to }
    : { ...of, phase: 'failed', payout, switched_to, status, deal_error, can_atb };
}

/** After the first payout was sent. */
function evolveWithPayout(
  one: WithdrawalState & WithPayout,
  event: DomainEvent,
  at: Millis,
): WithdrawalState {
  const { payout } = one;
  switch (event.type) {
    case 'WithdrawalRetried':
      return { ...since(one, at), ...decidedBy(one, event.data.by, at), phase: 'retried', payout };
    case 'PayoutUnknown':
      return one.phase === 'sent' ? { ...one, unknown: true } : one;
    case 'PayoutSucceeded': {
      const { payout_id, provider_reference: detail } = event.data;
      const word = withAnswer(one, { payout_id, paid: true, last: { said: 'succeeded', detail, at } });
      return { ...since(one, at), ...word, phase: 'paid', payout, switched_to: switchedTo(one) };
    }
    case 'PayoutFailed': {
      const { payout_id, status, deal_error, can_atb: may } = event.data;
      const word = withAnswer(one, {
        payout_id,
        paid: false,
        last: { said: 'failed', detail: deal_error, at },
      });
      const can_atb = may && openDisputes(one).length === 0;
      const of = { ...since(one, at), ...word, payout, switched_to: switchedTo(one) };
      return { ...of, phase: 'failed', status, deal_error, can_atb };
    }
    case 'PayoutDisputed': {
      const disputed = { ...one, ...withDispute(one, event.data, at) };
      return disputed.phase === 'failed' ? { ...disputed, can_atb: false } : disputed;
    }
    case 'PayoutDisputeJudged':
      return { ...one, ...withFinding(one, event.data, false, at) };
    case 'PayoutDisputeClosed':
      return evolveClosed(one, event.data, at);
    default:
      return one;
  }
}

export function evolveWithdrawal(one: WithdrawalState, event: DomainEvent, at: Millis): WithdrawalState {
  switch (event.type) {
    case 'WithdrawalApproved': {
      const phase = event.data.final && one.phase === 'waiting' ? { phase: 'approved' as const } : {};
      return { ...one, ...decidedBy(one, event.data.by, at), ...phase };
    }
    case 'WithdrawalRejected':
      return { ...since(one, at), phase: 'rejected', deal_error: event.data.reason };
    case 'PayoutSent': {
      const { payout_id, provider, attempt } = event.data;
      const payout = { payout_id, provider, attempt };
      return { ...since(one, at), phase: 'sent', payout, unknown: false };
    }
    default:
      return 'payout' in one ? evolveWithPayout(one, event, at) : one;
  }
}
