import type { DomainEvent } from '#events/registry.ts';

/** `earning`: an order was placed that pays the account. `closed`: it takes part in no further order. */
export interface AccountState {
  phase: 'open' | 'earning' | 'closed';
}

export const openAccount: AccountState = { phase: 'open' };

export function evolveAccount(state: AccountState, event: DomainEvent): AccountState {
  if (event.type === 'AccountClosed') return { phase: 'closed' };
  return event.type === 'EarningsBegun' && state.phase === 'open' ? { phase: 'earning' } : state;
}
