import type { UserId } from '#events/ids.ts';
import { termsStream } from '#events/stream-names.ts';
import { accept, type Command } from '../engine/command.ts';
import { termsKind } from './terms.ts';

export interface SetSellingTerms {
  creator_id: UserId;
  /** 1: the multi-month discount applies to the creator's monthly plans. */
  discount_option: 0 | 1;
}

export function setSellingTerms(input: SetSellingTerms): Command<{ discount_option: 0 | 1 }> {
  const { creator_id, discount_option } = input;
  const stream = termsStream(creator_id);
  return {
    name: 'set_selling_terms',
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      if (states.get(termsKind, stream).discount_option === discount_option)
        return accept([], { discount_option });
      const event = { type: 'SellingTermsChanged' as const, data: { creator_id, discount_option } };
      return accept([{ stream, creator_id, event }], { discount_option });
    },
  };
}
