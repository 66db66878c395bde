import type { UserId } from '#events/ids.ts';
import { type Fen, fenOf, toWire } from '#events/money.ts';
import { balanceStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import {
  availableAt,
  type BalanceState,
  balanceKind,
  heldBack,
  type PendingSnapshot,
  withdrawalOf,
} from './balance.ts';
import { canSwitch } from './withdrawal.ts';

export interface RequestWithdrawal {
  user_id: UserId;
  /** From the idempotency key: the same id is the same withdrawal. */
  withdrawal_id: string;
  /** fen; of a switch to the bank card, that of the failed one. */
  amount: Fen;
  withdraw_type: number;
  /** Where it goes, in the vault. */
  method_ref: string;
  /** The failed withdrawal that this one replaces. */
  instead_of: string | null;
  /** Smallest amount, fen. */
  smallest: Fen;
  pending: PendingSnapshot;
}

export interface RequestedWithdrawal {
  withdrawal_id: string;
  /** fen that can still be withdrawn */
  left: Fen;
}

/** The amount that can be withdrawn now in fen: never negative, less holds. */
export const withdrawable = (state: BalanceState, seen: PendingSnapshot, now: Millis): Fen =>
  fenOf(Math.max(availableAt(state, now) - heldBack(state, seen), 0));

/** A failed one can be switched once to the bank card, if its failure allows it. */
function switchRefusal(state: BalanceState, { instead_of, amount }: RequestWithdrawal): Refusal | null {
  if (instead_of === null) return null;
  const failed = withdrawalOf(state, instead_of);
  if (!failed) return { code: 'not_found' };
  return canSwitch(failed) && failed.amount === amount ? null : { code: 'state_does_not_allow' };
}

function amountRefusal(state: BalanceState, input: RequestWithdrawal, now: Millis): Refusal | null {
  const { amount, smallest, pending } = input;
  if (amount < smallest) return badInput('amount', { key: 'below_minimum', min: toWire(smallest) });
  return amount > withdrawable(state, pending, now) ? { code: 'balance_too_small' } : null;
}

/**
 * Requests a withdrawal. Several can be open; together they never exceed available, because the balance's single
 * stream decides. Refuses: below the minimum (amount), above available (balance_too_small), and a switch that is not
 * allowed (state_does_not_allow).
 */
export function requestWithdrawal(input: RequestWithdrawal): Command<RequestedWithdrawal> {
  const { user_id, withdrawal_id, amount, withdraw_type, method_ref, instead_of } = input;
  const stream = balanceStream(user_id);
  return {
    name: 'request_withdrawal',
    actor: `user:${user_id}`,
    streams: [stream],
    decide(states, now) {
      const state = states.get(balanceKind, stream);
      const left = (): Fen => withdrawable(state, input.pending, now);
      const before = withdrawalOf(state, withdrawal_id);
      if (before) {
        const same = before.amount === amount && before.method_ref === method_ref;
        return same
          ? accept([], { withdrawal_id, left: left() })
          : refuse({ code: 'idempotency_key_reused' });
      }
      const refusal = switchRefusal(state, input) ?? amountRefusal(state, input, now);
      if (refusal) return refuse(refusal);
      const data = { user_id, withdrawal_id, amount, withdraw_type, method_ref, instead_of };
      const event: Decided = { stream, creator_id: user_id, event: { type: 'WithdrawalRequested', data } };
      return accept([event], { withdrawal_id, left: fenOf(left() - amount) });
    },
  };
}
