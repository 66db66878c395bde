import { z } from 'zod';
import { cartOrderNo, chargeId, outTradeNo, userId } from './ids.ts';
import { currency, fen } from './money.ts';
import { millis } from './time.ts';

/** Several orders paid together. Each order has its own stream. */
export const cartEvents = {
  CartPlaced: z.object({
    cart_order_no: cartOrderNo,
    user_id: userId,
    orders: z.array(z.object({ out_trade_no: outTradeNo, creator_id: userId, total_amount: fen })),
    total_amount: fen,
    currency,
    provider: z.string(),
    request_hash: z.string(),
    expires_at: millis,
  }),
  /** A charge of this cart was paid. Each order records the result for its part. */
  CartPaid: z.object({ cart_order_no: cartOrderNo, charge_id: chargeId, amount: fen }),
};

/** The result of one entry of a fan's cart. */
export const cartEntryEvents = {
  /** The entry, as it was at this revision, was bought with this cart order. Its next revision can be bought again. */
  CartEntryOrdered: z.object({
    cart_id: z.string(),
    revision: z.int(),
    user_id: userId,
    cart_order_no: cartOrderNo,
  }),
};
