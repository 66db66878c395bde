import type { DomainEvent } from '#events/registry.ts';

/** Finance's verdict on a submitted card; null: none yet. */
export interface BankCardState {
  verdict: { approved: boolean; user_id: string; reason: string } | null;
}

export const noVerdict: BankCardState = { verdict: null };

export function evolveBankCard(state: BankCardState, event: DomainEvent): BankCardState {
  switch (event.type) {
    case 'BankCardApproved':
    case 'BankCardRejected': {
      const { user_id, reason } = event.data;
      return { verdict: { approved: event.type === 'BankCardApproved', user_id, reason } };
    }
    default:
      return state;
  }
}
