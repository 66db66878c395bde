import type { UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import { termsStream } from '#events/stream-names.ts';
import { accept, type Command } from '../engine/command.ts';
import { termsKind } from './terms.ts';

export interface SetFreeShipping {
  creator_id: UserId;
  /** fen; null: shipping always costs what the template states. */
  amount: Fen | null;
}

/** Sets the price of goods for free shipping. An equal value changes nothing. */
export function setFreeShipping(input: SetFreeShipping): Command<{ amount: Fen | null }> {
  const { creator_id, amount } = input;
  const stream = termsStream(creator_id);
  return {
    name: 'set_free_shipping',
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      if (states.get(termsKind, stream).free_shipping === amount) return accept([], { amount });
      const event = { type: 'FreeShippingSet' as const, data: { creator_id, amount } };
      return accept([{ stream, creator_id, event }], { amount });
    },
  };
}
