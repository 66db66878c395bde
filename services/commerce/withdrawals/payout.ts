import { derivedEventId, type UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { WithdrawError } from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { balanceKind, withdrawalOf } from './balance.ts';
import { answeredPayout, openDisputes } from './payout-dispute.ts';
import { evolveWithdrawal, type WithdrawalState, withdrawStatusOf } from './withdrawal.ts';

interface OfWithdrawal {
  user_id: UserId;
  withdrawal_id: string;
  causation_id?: string;
}

export interface SendPayout extends OfWithdrawal {
  provider: string;
}

/** Attempts follow each other: a withdrawal's n-th is always the same, at the provider too. */
const payoutId = (withdrawal: string, attempt: number): string => `${withdrawal}-${attempt}`;

const write = (of: OfWithdrawal, event: DomainEvent, ...parts: string[]) => ({
  stream: balanceStream(of.user_id),
  creator_id: of.user_id,
  event,
  id: derivedEventId(event.type, of.withdrawal_id, ...parts),
});

/** Whether the payout must be sent now. It waits while an earlier one may have been paid. */
const awaitsSending = (one: WithdrawalState): boolean =>
  (one.phase === 'approved' || one.phase === 'retried') && openDisputes(one).length === 0;

export interface SentPayout {
  /** The request to the provider; null if there is nothing to send. */
  payout_id: string | null;
  /** The provider that it was sent to: nobody else sends it or knows about it. */
  provider: string;
  amount: number;
  method_ref: string;
  /** When it was sent first; without a request, of the last change. */
  sent_at: Millis;
}

/**
 * Records that an approved withdrawal is sent, before the provider is called; then only its answer decides. A
 * repetition during the payout returns the same one.
 */
export function sendPayout(input: SendPayout): Command<SentPayout> {
  const { user_id, withdrawal_id, provider } = input;
  const stream = balanceStream(user_id);
  return {
    name: 'send_payout',
    actor: 'process:payouts',
    causation_id: input.causation_id,
    streams: [stream],
    decide(states, now) {
      const one = withdrawalOf(states.get(balanceKind, stream), withdrawal_id);
      if (!one) return refuse({ code: 'not_found' });
      const { amount, method_ref, changed_at: sent_at } = one;
      if (!awaitsSending(one)) {
        const sent = one.phase === 'sent' ? one.payout : { payout_id: null, provider };
        return accept([], {
          payout_id: sent.payout_id,
          provider: sent.provider,
          amount,
          method_ref,
          sent_at,
        });
      }
      const attempt = 'payout' in one ? one.payout.attempt + 1 : 1;
      const payout_id = payoutId(withdrawal_id, attempt);
      const data = { user_id, withdrawal_id, payout_id, provider, attempt };
      const sent = write(input, { type: 'PayoutSent', data }, payout_id);
      return accept([sent], { payout_id, provider, amount, method_ref, sent_at: now });
    },
  };
}

/** A provider's answer about a payout. */
export type PayoutNotice =
  | { kind: 'unknown' }
  | { kind: 'succeeded'; provider_reference: string }
  | { kind: 'failed'; status: WithdrawError; deal_error: string; can_atb: boolean };

export interface RecordPayoutNotice extends OfWithdrawal {
  payout_id: string;
  /** Provider's name, the actor of what follows. */
  provider: string;
  notice: PayoutNotice;
}

function eventOf(one: WithdrawalState, input: RecordPayoutNotice): DomainEvent | null {
  const { user_id, withdrawal_id, payout_id, notice } = input;
  const of = { user_id, withdrawal_id, payout_id };
  if (one.phase === 'sent' && one.payout.payout_id === payout_id) {
    if (notice.kind === 'succeeded') {
      return { type: 'PayoutSucceeded', data: { ...of, provider_reference: notice.provider_reference } };
    }
    if (notice.kind === 'failed') {
      const { status, deal_error, can_atb } = notice;
      return { type: 'PayoutFailed', data: { ...of, status, deal_error, can_atb } };
    }
    return one.unknown ? null : { type: 'PayoutUnknown', data: of };
  }
  return dispute(one, input);
}

/**
 * A contradicting answer: it moves nothing, finance must decide. During a dispute, and for repetitions after it,
 * nothing is recorded.
 */
function dispute(
  one: WithdrawalState,
  { user_id, withdrawal_id, payout_id, notice }: RecordPayoutNotice,
): DomainEvent | null {
  const known = answeredPayout(one, payout_id);
  const open = openDisputes(one).some((dispute) => dispute.payout_id === payout_id);
  if (notice.kind === 'unknown' || !known || open) return null;
  const outcome = notice.kind;
  if (outcome === (known.paid ? 'succeeded' : 'failed') || outcome === known.last.said) return null;
  const detail = notice.kind === 'failed' ? notice.deal_error : notice.provider_reference;
  return { type: 'PayoutDisputed', data: { user_id, withdrawal_id, payout_id, said: outcome, detail } };
}

/**
 * Records a provider's answer once, in any order of arrival. `failed` returns the money to available; a contradicting
 * answer opens a dispute and moves no money. An unknown payout is not_found.
 */
export function recordPayoutNotice(input: RecordPayoutNotice): Command<{ status: number }> {
  const { user_id, withdrawal_id, payout_id, provider } = input;
  const stream = balanceStream(user_id);
  return {
    name: 'tell_payout',
    actor: `provider:${provider}`,
    causation_id: input.causation_id,
    streams: [stream],
    decide(states, now) {
      const one = withdrawalOf(states.get(balanceKind, stream), withdrawal_id);
      const attempt = Number(payout_id.slice(payout_id.lastIndexOf('-') + 1));
      const known = payout_id === payoutId(withdrawal_id, attempt);
      if (!one || !('payout' in one) || !known || attempt > one.payout.attempt)
        return refuse({ code: 'not_found' });
      const event = eventOf(one, input);
      if (event === null) return accept([], { status: withdrawStatusOf(one) });
      const status = withdrawStatusOf(evolveWithdrawal(one, event, now));
      // One payout can have several in sequence.
      const before = one.disputes.filter((dispute) => dispute.payout_id === payout_id).length;
      const nth = event.type === 'PayoutDisputed' && before > 0 ? [String(before + 1)] : [];
      return accept([write(input, event, payout_id, ...nth)], { status });
    },
  };
}
