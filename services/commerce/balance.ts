import type { UserId } from '#events/ids.ts';
import { type Fen, fenOf, sum, ZERO } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';

/** waiting 1, success 2, error 3, pp_error 4, bank_error 7, transfering 8 (creator specification 4) */
export type WithdrawStatus = 1 | 2 | 3 | 4 | 7 | 8;

interface Payout {
  payout_id: string;
  provider: string;
  attempt: number;
  /** The provider did not answer the last time. */
  unknown: boolean;
  /** It did not go through; a retry sends the next attempt. */
  failed: boolean;
}

/** A provider said of a payout otherwise than before. */
interface Dispute {
  payout_id: string;
  said: 'succeeded' | 'failed';
  /** The cause, or the provider's reference. */
  detail: string;
  at: Millis;
}

export interface WithdrawalState {
  withdrawal_id: string;
  amount: Fen;
  withdraw_type: number;
  method_ref: string;
  instead_of: string | null;
  status: WithdrawStatus;
  requested_at: Millis;
  /** When it last came to another status. */
  changed_at: Millis;
  /** Who approved, first to last; `approved` when that was enough. */
  approvals: readonly UserId[];
  approved: boolean;
  rejected: boolean;
  deal_error: string;
  can_atb: boolean;
  /** The one that was made in its place. */
  switched_to: string | null;
  payout: Payout | null;
  /** One per payout: finance has to look before anything more is paid. */
  disputes: readonly Dispute[];
}

/** A creator's money as far as it decides what may go out. */
export interface BalanceState {
  months: readonly { month: string; net: Fen; available_at: Millis }[];
  /** The creator's part of every refund so far: tells how much of them somebody else has seen. */
  refunds_charged: Fen;
  withdrawals: readonly WithdrawalState[];
}

export const noBalance: BalanceState = { months: [], refunds_charged: ZERO, withdrawals: [] };

const isOut = ({ status, rejected }: WithdrawalState): boolean =>
  !rejected && (status === 1 || status === 2 || status === 8);

/** On its way out: asked for, and neither paid nor failed. */
export const isOpen = (one: WithdrawalState): boolean => isOut(one) && one.status !== 2;

/**
 * Settled income that can be withdrawn by its date, less what went out or is on its way; may be below zero. What was
 * lost counts from its settlement on: waiting for the date would let it be withdrawn meanwhile.
 */
export function availableAt({ months, withdrawals }: BalanceState, now: Millis): Fen {
  const counting = months.filter(({ net, available_at }) => net < 0 || available_at <= now);
  const settled = sum(counting.map(({ net }) => net));
  return fenOf(settled - sum(withdrawals.filter(isOut).map(({ amount }) => amount)));
}

/** What of a creator's pending income somebody has read, and the refunds and settlements that were in it. */
export interface PendingSeen {
  /** fen; below zero when more was refunded than came in */
  pending: Fen;
  refunds_charged: Fen;
  /** Sum of the settled months' net. */
  settled: Fen;
}

/**
 * What came back into available and, as the provider says since, was paid all the same: nobody takes it out again
 * before finance has looked (docs/domain.md, Withdrawals).
 */
export const heldForDisputes = ({ withdrawals }: BalanceState): Fen =>
  sum(
    withdrawals
      .filter((one) => !isOut(one) && one.disputes.some(({ said }) => said === 'succeeded'))
      .map(({ amount }) => amount),
  );

/** How much is held back because pending stands below zero (docs/domain.md, Settlement). */
export function heldForRefunds(state: BalanceState, seen: PendingSeen): Fen {
  // Refunds and settlements that were not seen yet take it down further; income that was not seen makes it safer.
  const refunds = Math.max(state.refunds_charged - seen.refunds_charged, 0);
  const settled = Math.max(sum(state.months.map(({ net }) => net)) - seen.settled, 0);
  return fenOf(Math.max(refunds + settled - seen.pending, 0));
}

/** How much of available is held back, for whatever reason. */
export const heldBack = (state: BalanceState, seen: PendingSeen): Fen =>
  fenOf(heldForRefunds(state, seen) + heldForDisputes(state));

export const withdrawalOf = (state: BalanceState, id: string): WithdrawalState | undefined =>
  state.withdrawals.find(({ withdrawal_id }) => withdrawal_id === id);

type Change = Partial<WithdrawalState>;

function changed(state: BalanceState, id: string, change: (one: WithdrawalState) => Change): BalanceState {
  const at = state.withdrawals.findIndex(({ withdrawal_id }) => withdrawal_id === id);
  const before = state.withdrawals[at];
  if (!before) return state;
  return { ...state, withdrawals: state.withdrawals.with(at, { ...before, ...change(before) }) };
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
      const { withdrawal_id, amount, withdraw_type, method_ref, instead_of } = event.data;
      const open: WithdrawalState = {
        ...{ withdrawal_id, amount, withdraw_type, method_ref, instead_of },
        ...{ status: 1, requested_at: at, changed_at: at, approvals: [], approved: false, rejected: false },
        ...{ deal_error: '', can_atb: false, switched_to: null, payout: null, disputes: [] },
      };
      const before =
        instead_of === null
          ? state
          : changed(state, instead_of, () => ({ switched_to: withdrawal_id, can_atb: false }));
      return { ...before, withdrawals: [...before.withdrawals, open] };
    }
    case 'WithdrawalApproved': {
      const { withdrawal_id, by, final } = event.data;
      return changed(state, withdrawal_id, ({ approvals }) => ({
        approvals: [...approvals, by],
        approved: final,
      }));
    }
    case 'WithdrawalRejected': {
      const { withdrawal_id, reason } = event.data;
      return changed(state, withdrawal_id, () => ({
        ...{ status: 3, changed_at: at, rejected: true, deal_error: reason },
      }));
    }
    case 'WithdrawalRetried':
      return changed(state, event.data.withdrawal_id, () => ({
        ...{ status: 8, changed_at: at, deal_error: '', can_atb: false },
      }));
    case 'PayoutSent': {
      const { withdrawal_id, payout_id, provider, attempt } = event.data;
      const payout = { payout_id, provider, attempt, unknown: false, failed: false };
      return changed(state, withdrawal_id, () => ({ status: 8, changed_at: at, payout }));
    }
    case 'PayoutUnknown':
      return changed(state, event.data.withdrawal_id, ({ payout }) => ({
        payout: payout && { ...payout, unknown: true },
      }));
    case 'PayoutSucceeded':
      return changed(state, event.data.withdrawal_id, ({ payout }) => ({
        status: 2,
        changed_at: at,
        payout: payout && { ...payout, unknown: false },
      }));
    case 'PayoutFailed': {
      const { withdrawal_id, status, deal_error, can_atb } = event.data;
      return changed(state, withdrawal_id, ({ payout, disputes }) => ({
        status,
        changed_at: at,
        deal_error,
        can_atb: can_atb && disputes.length === 0,
        payout: payout && { ...payout, unknown: false, failed: true },
      }));
    }
    case 'PayoutDisputed': {
      const { withdrawal_id, payout_id, said, detail } = event.data;
      return changed(state, withdrawal_id, ({ disputes }) => ({
        disputes: [...disputes, { payout_id, said, detail, at }],
        can_atb: false,
      }));
    }
    default:
      return state;
  }
}
