import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';

/** A creator's terms; without events the multi-month discount is off. */
export interface TermsState {
  discount_option: 0 | 1;
}

export const noTerms: TermsState = { discount_option: 0 };

export const evolveTerms = (state: TermsState, event: DomainEvent, _at: Millis): TermsState =>
  event.type === 'SellingTermsChanged' ? { discount_option: event.data.discount_option } : state;
