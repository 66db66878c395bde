import type { UserId } from './ids.ts';
import type { Fen } from './money.ts';

/** A creator's terms for all prices. */
export type TermsEvent =
  | {
      type: 'SellingTermsChanged';
      /** `discount_option` 1: the multi-month discount applies (docs/domain/prices.md, step 6). */
      data: { creator_id: UserId; discount_option: 0 | 1 };
    }
  | {
      type: 'FreeShippingSet';
      /** Shipping is free from this value of goods; null: never. */
      data: { creator_id: UserId; amount: Fen | null };
    };
