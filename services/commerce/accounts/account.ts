import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A request to close the account, and what became of it. */
interface ClosingRequest {
  status: 'pending' | 'taken_back' | 'rejected';
  requested_at: Millis;
  due_at: Millis;
}

/** The newest version of the texts that the person agreed to. */
interface AcceptedTerms {
  /** `YYYY-MM-DD` */
  version: string;
  at: Millis;
}

/** `earning`: an order was placed that pays the account. `closed`: it takes part in no further order. */
interface AccountState {
  phase: 'open' | 'earning' | 'closed';
  /** The newest request; null without one. */
  closing: ClosingRequest | null;
  /** null: never asked, as before consent was recorded. */
  terms: AcceptedTerms | null;
}

const openAccount: AccountState = { phase: 'open', closing: null, terms: null };

function evolveAccount(state: AccountState, event: DomainEvent, at: Millis): AccountState {
  switch (event.type) {
    case 'AccountClosed':
      return { ...state, phase: 'closed' };
    case 'EarningsBegun':
      return state.phase === 'open' ? { ...state, phase: 'earning' } : state;
    case 'AccountClosingRequested':
      return { ...state, closing: { status: 'pending', requested_at: at, due_at: event.data.due_at } };
    case 'AccountClosingEnded':
      return { ...state, closing: state.closing && { ...state.closing, status: event.data.outcome } };
    case 'TermsAccepted':
      return { ...state, terms: { version: event.data.version, at } };
    default:
      return state;
  }
}

export const accountKind = streamKind<AccountState>('account', openAccount, evolveAccount, { shape: 3 });
