import type { OutTradeNo, UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { orderStream, resentStream } from '#events/stream-names.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { isRefusal, quotaReached } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { streamKind } from '../engine/stream-kind.ts';
import { orderKind } from '../orders/order.ts';

/** Times in 24 hours that the messages of an order are sent again. */
const MAX_RESENDS = 3;

/** When the messages of an order were sent again, the newest few. */
type ResentState = readonly Millis[];

export const resentKind = streamKind<ResentState>(
  'resent',
  [],
  (state, { type }: DomainEvent, at) =>
    type === 'MessagesResent' ? [...state, at].slice(-MAX_RESENDS) : state,
  { shape: 1 },
);

/**
 * Has the messages of a paid order (receipt, tickets) sent to its buyer again. Refuses: an unknown order (not_found), an
 * unpaid one (state_does_not_allow), a missing reason, and more than three times in 24 hours (quota_reached).
 */
export function resendMessages(input: {
  out_trade_no: OutTradeNo;
  by: UserId;
  reason: string;
}): Command<null> {
  const { out_trade_no, by } = input;
  const [order, stream] = [orderStream(out_trade_no), resentStream(out_trade_no)];
  return {
    name: 'resend_messages',
    actor: `user:${by}`,
    streams: [order, stream],
    decide(states, now) {
      const bought = states.get(orderKind, order);
      if (bought.phase === 'none') return refuse({ code: 'not_found' });
      if (bought.phase !== 'paid') return refuse({ code: 'state_does_not_allow' });
      const reason = checkedReason(input.reason, 'reason', true);
      if (isRefusal(reason)) return refuse(reason);
      const recent = states.get(resentKind, stream).filter((at) => at > now - DAY_MS);
      if (recent.length >= MAX_RESENDS) return refuse(quotaReached(MAX_RESENDS));
      const event = { type: 'MessagesResent' as const, data: { out_trade_no, by, reason } };
      return accept([{ stream, creator_id: bought.placed.creator_id, event }], null);
    },
  };
}
