import { isDeepStrictEqual } from 'node:util';
import type { AffiliateTerms } from '#events/affiliates.ts';
import { affiliateIdOf, type UserId } from '#events/ids.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { accountStream, affiliateStream, planStream } from '#events/stream-names.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { isClosed } from '../accounts/is-closed.ts';
import { planKind } from '../catalog/plan.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { type AffiliateState, affiliateKind, type OpenAffiliate } from './affiliate.ts';

interface AffiliateRequest {
  creator_id: UserId;
  /** Whether the creator has the right `can_affiliate`. */
  granted: boolean;
}

export interface NewAffiliate extends AffiliateRequest {
  partner_id: UserId;
  /** 4 to 32 letters, digits, `-` and `_`. */
  code: string;
  terms: AffiliateTerms;
}

export interface AffiliateChange extends AffiliateRequest {
  affiliate_id: string;
  /** Omitted, or the present values: neither can be changed. */
  partner_id?: UserId;
  code?: string;
  terms: AffiliateTerms;
}

const notGranted: Refusal = badInput('code', { key: 'not_granted' });

/** Plans that are not the creator's, or were deleted; one that the code is for already may stay. */
function plansRefusal(
  states: States,
  creator_id: UserId,
  { plan_ids }: AffiliateTerms,
  before: AffiliateTerms | null,
): Refusal | null {
  const at = plan_ids.findIndex((plan_id) => {
    if (before?.plan_ids.includes(plan_id)) return false;
    const plan = states.get(planKind, planStream(plan_id));
    return plan.phase === 'none' || plan.creator_id !== creator_id || plan.status === PLAN_STATUS.deleted;
  });
  return at === -1 ? null : badInput(`plan_ids.${at}`, { key: 'unknown' });
}

const termsOf = ({ rate_percent, plan_ids, active, note }: AffiliateTerms): AffiliateTerms => ({
  rate_percent,
  plan_ids,
  active,
  note,
});

const isOwn = (state: AffiliateState, creator_id: UserId): state is OpenAffiliate =>
  state.phase === 'open' && state.creator_id === creator_id;

/**
 * Opens a code for a partner; an existing equal one is not changed. Refuses by field: without the right, a code that
 * the creator has or had (already_taken), oneself as partner (own_offer), a closed partner (unknown), other creators'
 * plans. A closed creator is not_found.
 */
export function openAffiliate(input: NewAffiliate): Command<{ affiliate_id: string }> {
  const { creator_id, partner_id, code, terms } = input;
  const affiliate_id = affiliateIdOf(creator_id, code);
  const stream = affiliateStream(affiliate_id);
  return {
    name: 'open_affiliate',
    actor: `user:${creator_id}`,
    streams: [
      stream,
      accountStream(creator_id),
      accountStream(partner_id),
      ...terms.plan_ids.map(planStream),
    ],
    begins: [stream],
    decide(states) {
      if (isClosed(states, creator_id)) return refuse({ code: 'not_found' });
      if (!input.granted) return refuse(notGranted);
      if (partner_id === creator_id) return refuse(badInput('partner', { key: 'own_offer' }));
      const before = states.get(affiliateKind, stream);
      if (before.phase !== 'none') {
        const isSame = isOwn(before, creator_id) && before.partner_id === partner_id && before.code === code;
        return isSame && isDeepStrictEqual(termsOf(before), termsOf(terms))
          ? accept([], { affiliate_id })
          : refuse(badInput('code', { key: 'already_taken' }));
      }
      if (isClosed(states, partner_id)) return refuse(badInput('partner', { key: 'unknown' }));
      const refusal = plansRefusal(states, creator_id, terms, null);
      if (refusal) return refuse(refusal);
      const data = { affiliate_id, creator_id, partner_id, code, ...termsOf(terms) };
      const event: Decided = { stream, creator_id, event: { type: 'AffiliateOpened', data } };
      return accept([event], { affiliate_id });
    },
  };
}

/**
 * Changes the terms of a code; existing orders keep theirs. Without the right a code can only be paused. Refuses:
 * another's code and a closed one (not_found), and by field another code or partner, and other creators' plans.
 */
export function changeAffiliate(input: AffiliateChange): Command<{ affiliate_id: string }> {
  const { creator_id, affiliate_id, partner_id, code, terms } = input;
  const stream = affiliateStream(affiliate_id);
  return {
    name: 'change_affiliate',
    actor: `user:${creator_id}`,
    streams: [stream, ...terms.plan_ids.map(planStream)],
    decide(states) {
      const before = states.get(affiliateKind, stream);
      if (!isOwn(before, creator_id)) return refuse({ code: 'not_found' });
      const paused = { ...termsOf(before), active: false };
      if (!input.granted && !isDeepStrictEqual(termsOf(terms), paused)) return refuse(notGranted);
      if (code !== undefined && code !== before.code) return refuse(badInput('code', { key: 'fixed' }));
      if (partner_id !== undefined && partner_id !== before.partner_id) {
        return refuse(badInput('partner', { key: 'fixed' }));
      }
      const refusal = plansRefusal(states, creator_id, terms, before);
      if (refusal) return refuse(refusal);
      if (isDeepStrictEqual(termsOf(before), termsOf(terms))) return accept([], { affiliate_id });
      const data = { affiliate_id, creator_id, ...termsOf(terms) };
      const event: Decided = { stream, creator_id, event: { type: 'AffiliateChanged', data } };
      return accept([event], { affiliate_id });
    },
  };
}

export interface ClosedAffiliate {
  creator_id: UserId;
  affiliate_id: string;
}

/** Closes a code permanently; a repetition changes nothing. Another's is not_found. */
export function closeAffiliate(input: ClosedAffiliate): Command<null> {
  const { creator_id, affiliate_id } = input;
  const stream = affiliateStream(affiliate_id);
  return {
    name: 'close_affiliate',
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      const before = states.get(affiliateKind, stream);
      if (before.phase === 'none' || before.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (before.phase === 'closed') return accept([], null);
      const data = { affiliate_id, creator_id };
      return accept([{ stream, creator_id, event: { type: 'AffiliateClosed', data } }], null);
    },
  };
}
