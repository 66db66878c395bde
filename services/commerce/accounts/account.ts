import type { DomainEvent } from '#events/registry.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** `earning`: an order was placed that pays the account. `closed`: it takes part in no further order. */
interface AccountState {
  phase: 'open' | 'earning' | 'closed';
}

const openAccount: AccountState = { phase: 'open' };

function evolveAccount(state: AccountState, event: DomainEvent): AccountState {
  if (event.type === 'AccountClosed') return { phase: 'closed' };
  return event.type === 'EarningsBegun' && state.phase === 'open' ? { phase: 'earning' } : state;
}

export const accountKind = streamKind<AccountState>('account', openAccount, evolveAccount, { shape: 1 });
