import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { outTradeNo, planId, skuId, userId } from './ids.ts';
import { millis } from './time.ts';

const use = z.object({ code_id: z.string(), out_trade_no: outTradeNo });

/** Changes of one redeem code. Held plus used uses never exceed its limit. No event has the code itself. */
export const redeemCodeEvents = {
  RedeemCodeIssued: z.object({
    /** A keyed hash of the code: it can be computed from the code, not reversed. */
    code_id: z.string(),
    /** Public id of the code for its address; it grants nothing. */
    redeem_id: z.string(),
    /** The request that made the codes, and the code's number in it, from 0. */
    batch_id: z.string(),
    number: z.int(),
    batch_size: z.int(),
    creator_id: userId,
    plan_id: planId,
    /** null: any SKU of the plan, or the plan has none. */
    sku_id: skuId.nullable(),
    /** Orders that it pays for. */
    uses: z.int(),
    /** Redeemable before this time; null: without end. */
    valid_until: millis.nullable(),
    /** Months of a sponsorship plan; 0 without a period. */
    month: z.int(),
  }),
  /** An order that is not yet paid counts on it. */
  RedeemCodeHeld: use,
  RedeemCodeUsed: use,
  /** A use returns: its order was cancelled, or, if `used`, refunded. */
  RedeemCodeReleased: use.extend({ used: z.boolean() }),
  /** The creator withdraws the remaining uses. Held and used ones stay. */
  RedeemCodeRevoked: z.object({ code_id: z.string() }),
};
export type RedeemCodeEvent = EventOf<typeof redeemCodeEvents>;
