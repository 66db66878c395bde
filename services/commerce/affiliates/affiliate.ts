import type { AffiliateTerms } from '#events/affiliates.ts';
import type { UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A code that was opened; its terms are the present ones. */
export interface OpenAffiliate extends AffiliateTerms {
  phase: 'open' | 'closed';
  affiliate_id: string;
  creator_id: UserId;
  partner_id: UserId;
  code: string;
  opened_at: Millis;
}

export type AffiliateState = { phase: 'none' } | OpenAffiliate;

const noAffiliate: AffiliateState = { phase: 'none' };

function evolveAffiliate(state: AffiliateState, event: DomainEvent, at: Millis): AffiliateState {
  if (event.type === 'AffiliateOpened') return { phase: 'open', ...event.data, opened_at: at };
  if (state.phase === 'none') return state;
  switch (event.type) {
    case 'AffiliateChanged': {
      const { rate_percent, plan_ids, active, note } = event.data;
      return { ...state, rate_percent, plan_ids, active, note };
    }
    case 'AffiliateClosed':
      return { ...state, phase: 'closed' };
    default:
      return state;
  }
}

export const affiliateKind = streamKind<AffiliateState>('affiliate', noAffiliate, evolveAffiliate, {
  shape: 1,
});
