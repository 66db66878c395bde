import type { OutTradeNo, PlanId, UserId } from '#events/ids.ts';
import type { AgreementEnd, AgreementTerms } from '#events/memberships.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

interface Agreed extends AgreementTerms {
  creator_id: UserId;
  user_id: UserId;
  plan_id: PlanId;
  /** The order that was agreed with: its charge is what the provider charges again by. */
  out_trade_no: OutTradeNo;
}

/** The order of the next period, while it is unpaid. */
interface Renewal {
  out_trade_no: OutTradeNo;
  /** Declined tries. */
  failed: number;
  /** null: it is not tried again. */
  next_at: Millis | null;
}

/** `offer`: agreed to in the checkout of an order that is not paid yet; only the newest one counts. */
export type AgreementState = { offer: Agreed | null } & (
  | { phase: 'none' }
  /** `renewals`: orders placed by the agreement so far; they number the next one. */
  | { phase: 'active'; agreed: Agreed; until: Millis; renewals: number; renewal: Renewal | null }
  | { phase: 'ended'; agreed: Agreed; reason: AgreementEnd }
);
export type ActiveAgreement = Extract<AgreementState, { phase: 'active' }>;

const noAgreement: AgreementState = { phase: 'none', offer: null };

function evolveAgreement(state: AgreementState, event: DomainEvent, at: Millis): AgreementState {
  switch (event.type) {
    case 'AgreementOffered':
      return { ...state, offer: event.data };
    case 'AgreementMade': {
      const { until, ...agreed } = event.data;
      return { phase: 'active', offer: null, agreed, until, renewals: 0, renewal: null };
    }
    case 'RenewalPlaced': {
      if (state.phase !== 'active') return state;
      const renewal = { out_trade_no: event.data.out_trade_no, failed: 0, next_at: at };
      return { ...state, renewals: state.renewals + 1, renewal };
    }
    case 'RenewalFailed': {
      if (state.phase !== 'active') return state;
      const { out_trade_no, attempt, next_at } = event.data;
      return { ...state, renewal: { out_trade_no, failed: attempt, next_at } };
    }
    case 'RenewalPaid':
      return state.phase === 'active' ? { ...state, until: event.data.until, renewal: null } : state;
    case 'AgreementEnded':
      if (state.phase !== 'active') return state;
      return { phase: 'ended', offer: state.offer, agreed: state.agreed, reason: event.data.reason };
    default:
      return state;
  }
}

export const agreementKind = streamKind<AgreementState>('agreement', noAgreement, evolveAgreement, {
  shape: 2,
});
