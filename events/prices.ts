import { z } from 'zod';
import { userId } from './ids.ts';
import { fen } from './money.ts';

/** A creator's terms for all prices. */
export const termsEvents = {
  /** `discount_option` 1: the multi-month discount applies (docs/domain/prices.md, step 6). */
  SellingTermsChanged: z.object({ creator_id: userId, discount_option: z.literal([0, 1]) }),
  /** Shipping is free from this value of goods; null: never. */
  FreeShippingSet: z.object({ creator_id: userId, amount: fen.nullable() }),
  /** Whether buyers may change the remark of a paid order once; without the event they may not. */
  RemarkChangesAllowed: z.object({ creator_id: userId, allowed: z.boolean() }),
};
