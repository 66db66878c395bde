import type { Actor } from '#events/envelope.ts';
import { derivedEventId, type OutTradeNo, type PlanId, type UserId } from '#events/ids.ts';
import type { AgreementEnd } from '#events/memberships.ts';
import { agreementStream } from '#events/stream-names.ts';
import { HOUR_MS, type Millis } from '#events/time.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { type AgreementState, agreementKind } from './agreement.ts';

/** Ends an agreement; nothing without an active one. */
export function ending(state: AgreementState, reason: AgreementEnd): Decided[] {
  if (state.phase !== 'active') return [];
  const { creator_id, user_id, plan_id, out_trade_no } = state.agreed;
  const event = {
    type: 'AgreementEnded' as const,
    data: { creator_id, user_id, plan_id, reason },
  };
  const id = derivedEventId(event.type, out_trade_no);
  return [{ stream: agreementStream(plan_id, user_id), creator_id, event, id }];
}

export interface EndAgreement {
  user_id: UserId;
  plan_id: PlanId;
}

/**
 * The fan ends an agreement: it is no longer charged. A renewal's order that was placed before stays open to be paid
 * by hand until it expires. An ended one changes nothing; without one it is not_found.
 */
export function endAgreement({ user_id, plan_id }: EndAgreement): Command<null> {
  const stream = agreementStream(plan_id, user_id);
  return {
    name: 'end_agreement',
    actor: `user:${user_id}`,
    streams: [stream],
    decide(states) {
      const state = states.get(agreementKind, stream);
      return state.phase === 'none' ? refuse({ code: 'not_found' }) : accept(ending(state, 'fan'), null);
    },
  };
}

/** Ends the agreement with a creator who rejects the fan; without an active one it changes nothing. */
export function endRejected({ user_id, plan_id, actor }: EndAgreement & { actor: Actor }): Command<null> {
  const stream = agreementStream(plan_id, user_id);
  return {
    name: 'end_rejected_agreement',
    actor,
    streams: [stream],
    decide: (states) => accept(ending(states.get(agreementKind, stream), 'rejected'), null),
  };
}

/** Pauses after the declined tries of one renewal: four tries in 72 hours. */
const RENEWAL_PAUSES: readonly Millis[] = [12 * HOUR_MS, 24 * HOUR_MS, 36 * HOUR_MS];

export interface RenewalTry {
  user_id: UserId;
  plan_id: PlanId;
  out_trade_no: OutTradeNo;
  /** From 1. */
  attempt: number;
}

/** Records that the provider declined a try. Once per try; answers when the next one is, null: never. */
export function failRenewal({ user_id, plan_id, out_trade_no, attempt }: RenewalTry): Command<Millis | null> {
  const stream = agreementStream(plan_id, user_id);
  return {
    name: 'fail_renewal',
    actor: 'process:renewals',
    streams: [stream],
    decide(states, now) {
      const state = states.get(agreementKind, stream);
      if (state.phase !== 'active' || state.renewal?.out_trade_no !== out_trade_no) return accept([], null);
      if (state.renewal.failed !== attempt - 1) return accept([], state.renewal.next_at);
      const pause = RENEWAL_PAUSES[attempt - 1];
      const next_at = pause === undefined ? null : now + pause;
      const { creator_id } = state.agreed;
      const event = {
        type: 'RenewalFailed' as const,
        data: { creator_id, user_id, plan_id, out_trade_no, attempt, next_at },
      };
      const id = derivedEventId(event.type, out_trade_no, String(attempt));
      return accept([{ stream, creator_id, event, id }], next_at);
    },
  };
}
