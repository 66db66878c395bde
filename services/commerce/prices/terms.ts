import type { Fen } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A creator's terms; without events the discount is off, sending always costs, and remarks stay as they are. */
interface TermsState {
  discount_option: 0 | 1;
  /** Goods of at least this amount ship free; null: no free shipping. */
  free_shipping: Fen | null;
  /** Buyers may change the remark of a paid order once. */
  remark_changes: boolean;
}

const noTerms: TermsState = { discount_option: 0, free_shipping: null, remark_changes: false };

function evolveTerms(state: TermsState, event: DomainEvent, _at: Millis): TermsState {
  switch (event.type) {
    case 'SellingTermsChanged':
      return { ...state, discount_option: event.data.discount_option };
    case 'FreeShippingSet':
      return { ...state, free_shipping: event.data.amount };
    case 'RemarkChangesAllowed':
      return { ...state, remark_changes: event.data.allowed };
    default:
      return state;
  }
}

export const termsKind = streamKind<TermsState>('terms', noTerms, evolveTerms, { shape: 3 });
