import { type Fen, fenOf, sum, ZERO } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';
import {
  evolveWithdrawal,
  heldForDispute,
  isOpen,
  requested,
  takenBy,
  type WithdrawalState,
} from './withdrawal.ts';

/** A creator's money, as far as it decides withdrawals. */
export interface BalanceState {
  months: readonly { month: string; net: Fen; available_at: Millis }[];
  /** The creator's part of all refunds so far, to detect refunds that a reader has not seen. */
  refunds_charged: Fen;
  withdrawals: readonly WithdrawalState[];
}

export const noBalance: BalanceState = { months: [], refunds_charged: ZERO, withdrawals: [] };

/**
 * Settled income by date of availability, less withdrawals; can be negative. Losses count at settlement: otherwise
 * the money could be withdrawn before the date.
 */
export function availableAt({ months, withdrawals }: BalanceState, now: Millis): Fen {
  const counting = months.filter(({ net, available_at }) => net < 0 || available_at <= now);
  const settled = sum(counting.map(({ net }) => net));
  return fenOf(settled - sum(withdrawals.map(takenBy)));
}

/** A creator's pending income as read, and the refunds and settlements that it includes. */
export interface PendingSnapshot {
  /** fen; below zero when more was refunded than came in */
  pending: Fen;
  refunds_charged: Fen;
  /** Sum of the settled months' net. */
  settled: Fen;
}

/**
 * Money that returned to available although the provider now reports it as paid: it is held until finance closes the
 * dispute (docs/domain/withdrawals.md).
 */
export const heldForDisputes = ({ withdrawals }: BalanceState): Fen =>
  sum(withdrawals.flatMap((one) => one.disputes.map((dispute) => heldForDispute(one, dispute))));

/**
 * Pending income less the refunds and settlements that were not seen, in fen. Income that was not seen makes a
 * decision safer.
 */
export function pendingNow(state: BalanceState, seen: PendingSnapshot): Fen {
  const refunds = Math.max(state.refunds_charged - seen.refunds_charged, 0);
  const settled = Math.max(sum(state.months.map(({ net }) => net)) - seen.settled, 0);
  return fenOf(seen.pending - refunds - settled);
}

/** The hold for negative pending income (docs/domain/income.md). */
export const heldForRefunds = (state: BalanceState, seen: PendingSnapshot): Fen =>
  fenOf(Math.max(-pendingNow(state, seen), 0));

/** All holds of available together. */
export const heldBack = (state: BalanceState, seen: PendingSnapshot): Fen =>
  fenOf(heldForRefunds(state, seen) + heldForDisputes(state));

export const withdrawalOf = (state: BalanceState, id: string): WithdrawalState | undefined =>
  state.withdrawals.find(({ withdrawal_id }) => withdrawal_id === id);

function changed(
  state: BalanceState,
  id: string,
  change: (one: WithdrawalState) => WithdrawalState,
): BalanceState {
  const at = state.withdrawals.findIndex(({ withdrawal_id }) => withdrawal_id === id);
  const before = state.withdrawals[at];
  if (!before) return state;
  return { ...state, withdrawals: state.withdrawals.with(at, change(before)) };
}

export function evolveBalance(state: BalanceState, event: DomainEvent, at: Millis): BalanceState {
  switch (event.type) {
    case 'IncomeSettled': {
      const { month, net, available_at } = event.data;
      return { ...state, months: [...state.months, { month, net, available_at }] };
    }
    case 'RefundCharged':
      return { ...state, refunds_charged: fenOf(state.refunds_charged + event.data.net) };
    case 'WithdrawalRequested': {
      const { withdrawal_id: switched_to, instead_of } = event.data;
      const before =
        instead_of === null
          ? state
          : changed(state, instead_of, (one) =>
              one.phase === 'failed' ? { ...one, switched_to, can_atb: false } : one,
            );
      return { ...before, withdrawals: [...before.withdrawals, requested(event.data, at)] };
    }
    case 'WithdrawalApproved':
    case 'WithdrawalRejected':
    case 'WithdrawalRetried':
    case 'PayoutSent':
    case 'PayoutUnknown':
    case 'PayoutSucceeded':
    case 'PayoutFailed':
    case 'PayoutDisputed':
    case 'PayoutDisputeJudged':
    case 'PayoutDisputeClosed':
      return changed(state, event.data.withdrawal_id, (one) => evolveWithdrawal(one, event, at));
    default:
      return state;
  }
}

export const balanceKind = streamKind<BalanceState>('balance', noBalance, evolveBalance, { shape: 6 });

/** Whether a withdrawal is not paid, rejected or failed yet, or has an open dispute. */
export const hasOpenWithdrawal = ({ withdrawals }: BalanceState): boolean =>
  withdrawals.some((one) => isOpen(one) || one.disputes.some(({ closed }) => closed === null));
