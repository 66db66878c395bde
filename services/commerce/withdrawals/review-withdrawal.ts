import type { UserId } from '#events/ids.ts';
import { type Fen, fenOf, sum, ZERO } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { WithdrawStatus } from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { type BalanceState, balanceKind, type PendingSnapshot, withdrawalOf } from './balance.ts';
import { notCovered, payoutCover } from './payout-cover.ts';
import { openDisputes } from './payout-dispute.ts';
import { withdrawable } from './request-withdrawal.ts';
import { evolveWithdrawal, isApproved, type WithdrawalState, withdrawStatusOf } from './withdrawal.ts';

/** What a decision that lets money out is made on. */
interface Release {
  /** Above this amount, in fen, two people must decide. */
  second_above: Fen;
  pending: PendingSnapshot;
  /** A note. */
  reason?: string;
}

/** Finance's decision on a withdrawal. */
export type WithdrawalDecision =
  | ({ kind: 'approve' } & Release)
  | { kind: 'reject'; reason: string }
  /** A failed one is paid again. */
  | ({ kind: 'retry' } & Release);

export interface ReviewWithdrawal {
  /** The owner of the withdrawal. */
  user_id: UserId;
  withdrawal_id: string;
  /** The reviewer. */
  by: UserId;
  decision: WithdrawalDecision;
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

/** Its money went out, is going out, or may have gone out by the provider's answer. */
const isReleased = (one: WithdrawalState): boolean =>
  isApproved(one) && (one.phase !== 'failed' || openDisputes(one).length > 0);

/**
 * Other withdrawals of the creator that one person alone approved or retried, in fen: several small ones are added up
 * if they were requested within 24 hours of this one, or decided within the last 24 hours.
 */
export const releasedAlone = ({ withdrawals }: BalanceState, one: WithdrawalState, now: Millis): Fen =>
  sum(
    withdrawals
      .filter(({ withdrawal_id }) => withdrawal_id !== one.withdrawal_id)
      .filter(
        ({ requested_at, decided_at }) =>
          Math.abs(requested_at - one.requested_at) < DAY_MS || now - decided_at < DAY_MS,
      )
      .filter((other) => isReleased(other) && other.approvals.length === 1)
      .map(({ amount }) => amount),
  );

/** Whether one person alone may let the withdrawal out. */
const oneIsEnough = (state: BalanceState, one: WithdrawalState, second_above: Fen, now: Millis): boolean =>
  one.amount + releasedAlone(state, one, now) <= second_above;

const secondPerson = badInput('by', { key: 'second_person' });

function approval(
  state: BalanceState,
  one: WithdrawalState,
  input: ReviewWithdrawal,
  now: Millis,
  { second_above, pending, reason = '' }: Release,
): DomainEvent | Refusal | null {
  const { user_id, withdrawal_id, by } = input;
  if (isApproved(one)) return null;
  if (one.phase !== 'waiting' || firstOneOf(state, one) !== '') return closed;
  if (one.approvals.includes(by)) return secondPerson;
  const cover = payoutCover(state, pending, now);
  if (cover.left < 0) return notCovered(cover, ZERO, fenOf(-cover.left));
  const final = one.approvals.length > 0 || oneIsEnough(state, one, second_above, now);
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

/** fen that a failed withdrawal needs, less what can be withdrawn; none: it can be retried. */
export const missingForRetry = (
  state: BalanceState,
  one: WithdrawalState,
  seen: PendingSnapshot,
  now: Millis,
): Fen => fenOf(Math.max(one.amount - withdrawable(state, seen, now), 0));

function retry(
  state: BalanceState,
  one: WithdrawalState,
  input: ReviewWithdrawal,
  now: Millis,
  { second_above, pending, reason = '' }: Release,
): DomainEvent | Refusal | null {
  const { user_id, withdrawal_id, by } = input;
  const failed = one.phase === 'failed' && one.switched_to === null;
  // Of a disputed one the provider may have paid after all.
  if (!failed || openDisputes(one).length > 0 || firstOneOf(state, one) !== '') return closed;
  const missing = missingForRetry(state, one, pending, now);
  if (missing > 0) return notCovered(payoutCover(state, pending, now), one.amount, missing);
  const people = new Set([...one.approvals, by]);
  if (people.size === 1 && !oneIsEnough(state, one, second_above, now)) return secondPerson;
  return { type: 'WithdrawalRetried', data: { user_id, withdrawal_id, by, reason } };
}

function reviewed(
  state: BalanceState,
  one: WithdrawalState,
  input: ReviewWithdrawal,
  now: Millis,
): DomainEvent | Refusal | null {
  const { decision } = input;
  switch (decision.kind) {
    case 'approve':
      return approval(state, one, input, now, decision);
    case 'reject':
      return rejection(one, input, decision.reason);
    case 'retry':
      return retry(state, one, input, now, decision);
    default:
      return decision satisfies never;
  }
}

/**
 * Approves, rejects or retries a withdrawal; a repetition changes nothing. Nobody decides on their own one
 * (not_allowed). Above the threshold a second person must approve or retry (by). Refuses: an unknown one (not_found),
 * one that is finished, disputed, or replaces a paid one (state_does_not_allow), a rejection without a reason, and an
 * approval or retry that the creator's money does not cover at this moment (payout_not_covered).
 */
export function reviewWithdrawal(input: ReviewWithdrawal): Command<ReviewedWithdrawal> {
  const { user_id, withdrawal_id, by } = input;
  const stream = balanceStream(user_id);
  return {
    name: `${input.decision.kind}_withdrawal`,
    actor: `user:${by}`,
    streams: [stream],
    decide(states, now) {
      const state = states.get(balanceKind, stream);
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
