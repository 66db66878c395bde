import type { UserId } from '#events/ids.ts';
import { type Fen, fenOf, sum, ZERO } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { WITHDRAW_STATUS, type WithdrawStatus } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import {
  countsAsPaid,
  type Dispute,
  notSpoken,
  openDisputes,
  type Spoken,
  spokenOf,
  timesPaid,
  withDispute,
  withSaid,
  withWord,
} from './payout-dispute.ts';

interface Payout {
  payout_id: string;
  provider: string;
  attempt: number;
  /** The provider did not answer the last time. */
  unknown: boolean;
  /** It did not go through; a retry sends the next attempt. */
  failed: boolean;
}

export interface WithdrawalState extends Spoken {
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
}

/** A creator's money as far as it decides what may go out. */
export interface BalanceState {
  months: readonly { month: string; net: Fen; available_at: Millis }[];
  /** The creator's part of every refund so far: tells how much of them somebody else has seen. */
  refunds_charged: Fen;
  withdrawals: readonly WithdrawalState[];
}

export const noBalance: BalanceState = { months: [], refunds_charged: ZERO, withdrawals: [] };

/** On its way out: asked for, and neither paid nor failed. */
export const isOpen = ({ status }: WithdrawalState): boolean =>
  status === WITHDRAW_STATUS.waiting || status === WITHDRAW_STATUS.transferring;

/** What went out of available for a withdrawal, in fen: for each payout that counts as paid, and while it is open. */
const outOf = (one: WithdrawalState): Fen => fenOf(one.amount * (timesPaid(one) + (isOpen(one) ? 1 : 0)));

/**
 * Settled income that can be withdrawn by its date, less what went out or is on its way; may be below zero. What was
 * lost counts from its settlement on: waiting for the date would let it be withdrawn meanwhile.
 */
export function availableAt({ months, withdrawals }: BalanceState, now: Millis): Fen {
  const counting = months.filter(({ net, available_at }) => net < 0 || available_at <= now);
  const settled = sum(counting.map(({ net }) => net));
  return fenOf(settled - sum(withdrawals.map(outOf)));
}

/** What of a creator's pending income somebody has read, and the refunds and settlements that were in it. */
export interface PendingSeen {
  /** fen; below zero when more was refunded than came in */
  pending: Fen;
  refunds_charged: Fen;
  /** Sum of the settled months' net. */
  settled: Fen;
}

/** What one dispute holds back, in fen: nothing of a payout that is charged for already. */
export const heldForDispute = (one: WithdrawalState, { payout_id, closed }: Dispute): Fen => {
  const charged =
    countsAsPaid(one, payout_id) ||
    (one.status === WITHDRAW_STATUS.transferring && one.payout?.payout_id === payout_id);
  return closed === null && !charged ? one.amount : ZERO;
};

/**
 * What came back into available and, as the provider says since, was paid all the same: nobody takes it out again
 * before finance has closed the dispute (docs/domain.md, Withdrawals).
 */
export const heldForDisputes = ({ withdrawals }: BalanceState): Fen =>
  sum(withdrawals.flatMap((one) => one.disputes.map((dispute) => heldForDispute(one, dispute))));

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
        ...{
          status: WITHDRAW_STATUS.waiting,
          requested_at: at,
          changed_at: at,
          approvals: [],
          approved: false,
          rejected: false,
        },
        ...{ deal_error: '', can_atb: false, switched_to: null, payout: null, ...notSpoken },
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
        ...{ status: WITHDRAW_STATUS.error, changed_at: at, rejected: true, deal_error: reason },
      }));
    }
    case 'WithdrawalRetried':
      return changed(state, event.data.withdrawal_id, () => ({
        ...{ status: WITHDRAW_STATUS.transferring, changed_at: at, deal_error: '', can_atb: false },
      }));
    case 'PayoutSent': {
      const { withdrawal_id, payout_id, provider, attempt } = event.data;
      const payout = { payout_id, provider, attempt, unknown: false, failed: false };
      return changed(state, withdrawal_id, () => ({
        status: WITHDRAW_STATUS.transferring,
        changed_at: at,
        payout,
      }));
    }
    case 'PayoutUnknown':
      return changed(state, event.data.withdrawal_id, ({ payout }) => ({
        payout: payout && { ...payout, unknown: true },
      }));
    case 'PayoutSucceeded': {
      const { withdrawal_id, payout_id, provider_reference: detail } = event.data;
      return changed(state, withdrawal_id, (one) => ({
        status: WITHDRAW_STATUS.success,
        changed_at: at,
        payout: one.payout && { ...one.payout, unknown: false },
        ...withWord(one, { payout_id, paid: true, last: { said: 'succeeded', detail, at } }),
      }));
    }
    case 'PayoutFailed': {
      const { withdrawal_id, payout_id, status, deal_error, can_atb } = event.data;
      return changed(state, withdrawal_id, (one) => ({
        status,
        changed_at: at,
        deal_error,
        can_atb: can_atb && openDisputes(one).length === 0,
        payout: one.payout && { ...one.payout, unknown: false, failed: true },
        ...withWord(one, { payout_id, paid: false, last: { said: 'failed', detail: deal_error, at } }),
      }));
    }
    case 'PayoutDisputed':
      return changed(state, event.data.withdrawal_id, (one) => ({
        ...withDispute(one, event.data, at),
        can_atb: false,
      }));
    case 'PayoutDisputeJudged':
      return changed(state, event.data.withdrawal_id, (one) => withSaid(one, event.data, false, at));
    case 'PayoutDisputeClosed': {
      const { withdrawal_id, status, deal_error, can_atb } = event.data;
      return changed(state, withdrawal_id, (one) => {
        const said = withSaid(one, event.data, true, at);
        const { payout } = one;
        // One that is on its way was not spoken of yet.
        const newest = payout ? spokenOf(said, payout.payout_id) : undefined;
        return {
          ...said,
          ...{ status, deal_error, can_atb, changed_at: status === one.status ? one.changed_at : at },
          payout: payout && { ...payout, failed: newest ? !newest.paid : payout.failed },
        };
      });
    }
    default:
      return state;
  }
}
