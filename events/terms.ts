import type { UserId } from './ids.ts';
import type { Fen } from './money.ts';

/** A creator's terms that bear on every price of theirs. */
export type TermsEvent =
  | {
      type: 'SellingTermsChanged';
      /** `discount_option` 1: the multi-month discount applies (docs/domain.md, Price, step 6). */
      data: { creator_id: UserId; discount_option: 0 | 1 };
    }
  | {
      type: 'FreeShippingSet';
      /** Sending costs nothing once the goods of an order come to this; null: it always costs. */
      data: { creator_id: UserId; amount: Fen | null };
    };
