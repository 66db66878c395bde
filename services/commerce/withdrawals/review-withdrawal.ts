import type { UserId } from '#events/ids.ts';
import { type Fen, sum } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { WithdrawStatus } from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { type BalanceState, type PendingSeen, withdrawalOf } from './balance.ts';
import { openDisputes } from './payout-dispute.ts';
import { withdrawable } from './request-withdrawal.ts';
import { evolveWithdrawal, isApproved, type WithdrawalState, withdrawStatusOf } from './withdrawal.ts';

/** Finance's decision on a withdrawal. */
export type WithdrawalDecision =
  /** `second_above`: above this amount, in fen, two people must approve. `reason`: a note, as below. */
  | { kind: 'approve'; second_above: Fen; reason?: string }
  | { kind: 'reject'; reason: string }
  /** A failed one is paid again, if available less holds is enough. `reason`: a note. */
  | { kind: 'retry'; pending: PendingSeen; reason?: string };

export interface ReviewWithdrawal {
  /** The owner of the withdrawal. */
  user_id: UserId;
  withdrawal_id: string;
  /** The reviewer. */
  by: UserId;
  judgement: WithdrawalDecision;
}

export interface ReviewedWithdrawal {
  status: WithdrawStatus;
  approved: boolean;
}

const closed: Refusal = { code: 'state_does_not_allow' };

/**
 * Whether the failed withdrawal that this one replaces was, or may have been, paid after all: then this one would pay
 * the same money again.
 */
export function firstOneOf(state: BalanceState, { instead_of }: WithdrawalState): '' | 'disputed' | 'paid' {
  const first = instead_of === null ? undefined : withdrawalOf(state, instead_of);
  if (!first) return '';
  return openDisputes(first).length > 0 ? 'disputed' : first.phase === 'paid' ? 'paid' : '';
}

/**
 * Other withdrawals of the creator that one person alone approved, requested within 24 hours of this one: several
 * small ones are added up.
 */
export const approvedAlone = ({ withdrawals }: BalanceState, one: WithdrawalState): Fen =>
  sum(
    withdrawals
      .filter(({ withdrawal_id }) => withdrawal_id !== one.withdrawal_id)
      .filter(({ requested_at }) => Math.abs(requested_at - one.requested_at) < DAY_MS)
      .filter((other) => isApproved(other) && other.phase !== 'failed' && other.approvals.length === 1)
      .map(({ amount }) => amount),
  );

function approval(
  state: BalanceState,
  one: WithdrawalState,
  input: ReviewWithdrawal,
  { second_above, reason = '' }: WithdrawalDecision & { kind: 'approve' },
): DomainEvent | Refusal | null {
  const { user_id, withdrawal_id, by } = input;
  if (isApproved(one)) return null;
  if (one.phase !== 'waiting' || firstOneOf(state, one) !== '') return closed;
  if (one.approvals.includes(by)) return badInput('by', { key: 'second_person' });
  const alone = one.amount + approvedAlone(state, one) <= second_above;
  const final = alone || one.approvals.length > 0;
  return { type: 'WithdrawalApproved', data: { user_id, withdrawal_id, by, final, reason } };
}

function rejection(
  one: WithdrawalState,
  input: ReviewWithdrawal,
  reason: string,
): DomainEvent | Refusal | null {
  const { user_id, withdrawal_id, by } = input;
  if (reason.trim() === '') return badInput('reason', { key: 'required' });
  if (one.phase === 'rejected') return one.deal_error === reason ? null : closed;
  // Once enough people approved, the payout can already be in progress.
  if (one.phase !== 'waiting') return closed;
  return { type: 'WithdrawalRejected', data: { user_id, withdrawal_id, by, reason } };
}

function retrial(
  state: BalanceState,
  one: WithdrawalState,
  input: ReviewWithdrawal,
  now: Millis,
  { pending, reason = '' }: WithdrawalDecision & { kind: 'retry' },
): DomainEvent | Refusal | null {
  const { user_id, withdrawal_id, by } = input;
  const failed = one.phase === 'failed' && one.switched_to === null;
  // Of a disputed one the provider may have paid after all.
  if (!failed || openDisputes(one).length > 0 || firstOneOf(state, one) !== '') return closed;
  if (one.amount > withdrawable(state, pending, now)) return { code: 'balance_too_small' };
  return { type: 'WithdrawalRetried', data: { user_id, withdrawal_id, by, reason } };
}

function reviewed(
  state: BalanceState,
  one: WithdrawalState,
  input: ReviewWithdrawal,
  now: Millis,
): DomainEvent | Refusal | null {
  const { judgement } = input;
  switch (judgement.kind) {
    case 'approve':
      return approval(state, one, input, judgement);
    case 'reject':
      return rejection(one, input, judgement.reason);
    case 'retry':
      return retrial(state, one, input, now, judgement);
    default:
      return judgement satisfies never;
  }
}

/**
 * Approves, rejects or retries a withdrawal; a repetition changes nothing. Nobody decides on their own one
 * (not_allowed). Above the threshold a second person must approve (by). Refuses: an unknown one (not_found), one that
 * is finished, disputed, or replaces a paid one (state_does_not_allow), a rejection without a reason, and a retry
 * that is not covered (balance_too_small).
 */
export function reviewWithdrawal(input: ReviewWithdrawal): Command<ReviewedWithdrawal> {
  const { user_id, withdrawal_id, by } = input;
  const stream = balanceStream(user_id);
  return {
    name: `${input.judgement.kind}_withdrawal`,
    actor: `user:${by}`,
    streams: [stream],
    decide(states, now) {
      const state = states.get('balance', stream);
      const one = withdrawalOf(state, withdrawal_id);
      if (!one) return refuse({ code: 'not_found' });
      if (by === user_id) return refuse({ code: 'not_allowed' });
      const event = reviewed(state, one, input, now);
      if (isRefusal(event)) return refuse(event);
      if (event === null) return accept([], { status: withdrawStatusOf(one), approved: isApproved(one) });
      const after = evolveWithdrawal(one, event, now);
      const result = { status: withdrawStatusOf(after), approved: isApproved(after) };
      return accept([{ stream, creator_id: user_id, event }], result);
    },
  };
}
