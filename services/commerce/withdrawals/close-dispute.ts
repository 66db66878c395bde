import type { UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import {
  methodOfType,
  WITHDRAW_ERROR,
  WITHDRAW_STATUS,
  type WithdrawError,
  type WithdrawStatus,
} from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { DisputeMove } from '#events/withdrawals.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { type BalanceState, balanceKind, type PendingSnapshot, withdrawalOf } from './balance.ts';
import { payoutCover } from './payout-cover.ts';
import { countsAsPaid, type Dispute, openDisputes, timesPaid } from './payout-dispute.ts';
import {
  dealErrorOf,
  heldForDispute,
  isTransferring,
  switchedTo,
  type WithdrawalState,
  withdrawStatusOf,
} from './withdrawal.ts';

export interface CloseDispute {
  /** The owner of the withdrawal. */
  user_id: UserId;
  withdrawal_id: string;
  /** The number of the dispute, from 1: a decision is about what was seen. */
  number: number;
  /** Who decides. */
  by: UserId;
  /** Whether the money of the disputed payout reached the person. */
  reached: boolean;
  reason: string;
  /** Above this amount, in fen, two people must reach the same finding. */
  second_above: Fen;
  pending: PendingSnapshot;
}

export interface ClosedDispute {
  status: WithdrawStatus;
  /** False: a second person must reach the same finding. */
  closed: boolean;
}

type Effect = Pick<
  DataOf<'PayoutDisputeClosed'>,
  'moves' | 'status' | 'deal_error' | 'can_atb' | 'provider_reference'
>;

const notNow: Refusal = { code: 'state_does_not_allow' };

const errorOf = ({ withdraw_type }: WithdrawalState): WithdrawError =>
  WITHDRAW_ERROR[methodOfType(withdraw_type)];

/** Failures outside of the bank can be switched to the card again, once no dispute is open. */
const switchable = (one: WithdrawalState, { number }: Dispute): boolean =>
  errorOf(one) !== WITHDRAW_STATUS.bank_error &&
  switchedTo(one) === null &&
  openDisputes(one).every((other) => other.number === number);

/** A newer payout of the withdrawal was sent and can still succeed. A retry is not sent while a dispute is open. */
export const waitsForNewer = (one: WithdrawalState, { payout_id }: Pick<Dispute, 'payout_id'>): boolean =>
  one.phase === 'sent' && one.payout.payout_id !== payout_id;

/** It counts as paid after all: the amount is charged where it is now. */
function paidAfterAll(one: WithdrawalState, dispute: Dispute): Effect | Refusal {
  if (waitsForNewer(one, dispute)) return notNow;
  const moves: DisputeMove = isTransferring(one) ? 'paid' : 'charged';
  const provider_reference = dispute.now.detail;
  return { moves, status: WITHDRAW_STATUS.success, deal_error: '', can_atb: false, provider_reference };
}

/** It did not arrive, though it counted as paid: failed, unless another payout of it is paid too. */
function cameBack(one: WithdrawalState, dispute: Dispute): Effect {
  const of = { moves: 'returned', provider_reference: '' } as const;
  if (timesPaid(one) > 1) return { ...of, status: WITHDRAW_STATUS.success, deal_error: '', can_atb: false };
  return { ...of, status: errorOf(one), deal_error: dispute.now.detail, can_atb: switchable(one, dispute) };
}

/** The present state was right. */
function unchanged(one: WithdrawalState, dispute: Dispute): Effect | Refusal {
  const status = withdrawStatusOf(one);
  // Before it was sent no provider could report it.
  if (status === WITHDRAW_STATUS.waiting) return notNow;
  const can_atb = one.phase === 'failed' && switchable(one, dispute);
  return { moves: 'none', status, deal_error: dealErrorOf(one), can_atb, provider_reference: '' };
}

function effectOf(one: WithdrawalState, dispute: Dispute, reached: boolean): Effect | Refusal {
  const paid = countsAsPaid(one, dispute.payout_id);
  if (reached === paid) return unchanged(one, dispute);
  return reached ? paidAfterAll(one, dispute) : cameBack(one, dispute);
}

/**
 * Why two people must reach a finding: the amount is above the threshold, or the finding sends a retry that the
 * creator's money does not cover any more.
 */
export function needsTwoFindings(
  state: BalanceState,
  one: WithdrawalState,
  dispute: Dispute,
  { second_above, pending, reached }: Pick<CloseDispute, 'second_above' | 'pending' | 'reached'>,
  now: Millis,
): '' | 'amount' | 'not_covered' {
  if (one.amount > second_above) return 'amount';
  const sends = one.phase === 'retried' && openDisputes(one).length === 1 && !reached;
  // The dispute's own hold ends with it.
  const left = payoutCover(state, pending, now).left + heldForDispute(one, dispute);
  return sends && left < 0 ? 'not_covered' : '';
}

function decided(
  state: BalanceState,
  one: WithdrawalState,
  dispute: Dispute,
  input: CloseDispute,
  now: Millis,
): DomainEvent | Refusal | null {
  const { user_id, withdrawal_id, number, by, reached, reason } = input;
  if (reason.trim() === '') return badInput('reason', { key: 'required' });
  if (dispute.closed) return dispute.closed.reached === reached ? null : notNow;
  const effect = effectOf(one, dispute, reached);
  if (isRefusal(effect)) return effect;
  const { payout_id, judged } = dispute;
  const data = { user_id, withdrawal_id, payout_id, number, by, reached, reason };
  const agreed = judged?.reached === reached;
  if (needsTwoFindings(state, one, dispute, input, now) !== '') {
    if (agreed && judged.by === by) return badInput('by', { key: 'second_person' });
    if (!agreed) return { type: 'PayoutDisputeJudged', data };
  }
  return { type: 'PayoutDisputeClosed', data: { ...data, ...effect } };
}

/**
 * Finance closes a dispute of a payout: the payee received the money, or did not. The effects are in
 * docs/domain/withdrawals.md; available can become negative. Above the threshold, and for an uncovered retry that it
 * sends, two people must reach the same finding (by); a different second finding replaces the first. A repetition
 * changes nothing. Nobody decides on their own one (not_allowed). Refuses: an unknown one (not_found), no reason
 * (reason), a contrary finding, or “arrived” while a newer payout is in progress (state_does_not_allow).
 */
export function closeDispute(input: CloseDispute): Command<ClosedDispute> {
  const { user_id, withdrawal_id, number, by } = input;
  const stream = balanceStream(user_id);
  return {
    name: 'close_dispute',
    actor: `user:${by}`,
    streams: [stream],
    decide(states, now) {
      const state = states.get(balanceKind, stream);
      const one = withdrawalOf(state, withdrawal_id);
      const dispute = one?.disputes.find((other) => other.number === number);
      if (!one || !dispute) return refuse({ code: 'not_found' });
      if (by === user_id) return refuse({ code: 'not_allowed' });
      const event = decided(state, one, dispute, input, now);
      if (isRefusal(event)) return refuse(event);
      if (event === null) return accept([], { status: withdrawStatusOf(one), closed: true });
      const closed = event.type === 'PayoutDisputeClosed';
      const status = closed ? event.data.status : withdrawStatusOf(one);
      return accept([{ stream, creator_id: user_id, event }], { status, closed });
    },
  };
}
