import type { DomainEvent } from '#events/registry.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** Finance's verdict on a submitted card; null: none yet. */
interface BankCardState {
  verdict: { approved: boolean; user_id: string; reason: string } | null;
}

const noVerdict: BankCardState = { verdict: null };

function evolveBankCard(state: BankCardState, event: DomainEvent): BankCardState {
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

export const bankCardKind = streamKind<BankCardState>('card', noVerdict, evolveBankCard, { shape: 1 });
