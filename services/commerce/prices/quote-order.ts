import type { UserId } from '#events/ids.ts';
import { planStream } from '#events/stream-names.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { planKind } from '../catalog/plan.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { type Quote, type QuoteQuery, quoteFor, quoteStreams } from './quote.ts';

/**
 * The present price of a choice, without a write; without a province, before shipping. An invite code is not
 * required. Refusals are those of `quoteFor`.
 */
export function quoteOrder(query: QuoteQuery & { user_id: UserId | null }): Command<Quote> {
  const stream = planStream(query.plan_id);
  return {
    name: 'quote_order',
    actor: query.user_id === null ? 'process:guest' : `user:${query.user_id}`,
    streams: [stream],
    furtherStreams: (states) => quoteStreams(states.get(planKind, stream), query.user_id),
    decide(states, now) {
      const quote = quoteFor(states, { ...query, shipping_later: true, invite_later: true }, now);
      return isRefusal(quote) ? refuse(quote) : accept([], quote);
    },
  };
}
