import type { UserId } from '#events/ids.ts';
import { bankCardStream } from '#events/stream-names.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { bankCardKind } from './bank-card.ts';

export interface ReviewBankCard {
  /** The submitted card. */
  review_id: string;
  /** The owner. */
  user_id: UserId;
  by: UserId;
  approved: boolean;
  /** For a rejection the creator sees it; otherwise an optional note. */
  reason: string;
  /** Whether it is under review; undefined for a card that was replaced. */
  waits: boolean;
  /** The verdict before verdicts became events; undefined: none. */
  decided_before: boolean | undefined;
}

/**
 * Approves or rejects a bank card; a repetition changes nothing, and the first verdict is final. Refuses: the own
 * card (not_allowed), one that is not under review (not_found), a contrary verdict (state_does_not_allow), a
 * rejection without a remark (remark).
 */
export function reviewBankCard(input: ReviewBankCard): Command<{ changed: boolean }> {
  const { review_id, user_id, by, approved, waits, decided_before } = input;
  const stream = bankCardStream(review_id);
  return {
    name: 'review_bank_card',
    actor: `user:${by}`,
    streams: [stream],
    decide(states) {
      if (by === user_id) return refuse({ code: 'not_allowed' });
      const reason = checkedReason(input.reason, approved ? 'reason' : 'remark', !approved);
      if (isRefusal(reason)) return refuse(reason);
      const verdict = states.get(bankCardKind, stream).verdict?.approved ?? decided_before;
      if (verdict === approved) return accept([], { changed: false });
      if (verdict !== undefined) return refuse({ code: 'state_does_not_allow' });
      if (!waits) return refuse({ code: 'not_found' });
      const type = approved ? ('BankCardApproved' as const) : ('BankCardRejected' as const);
      const event = { type, data: { review_id, user_id, by, reason } };
      return accept([{ stream, creator_id: user_id, event }], { changed: true });
    },
  };
}
