import type { CartOrderNo, ChargeId, OutTradeNo, UserId } from './ids.ts';
import type { Currency, Fen } from './money.ts';
import type { Millis } from './time.ts';

/** Several orders paid together. Each order has its own stream. */
export type CartEvent =
  | {
      type: 'CartPlaced';
      data: {
        cart_order_no: CartOrderNo;
        user_id: UserId;
        orders: { out_trade_no: OutTradeNo; creator_id: UserId; total_amount: Fen }[];
        total_amount: Fen;
        currency: Currency;
        provider: string;
        request_hash: string;
        expires_at: Millis;
      };
    }
  /** A charge of this cart was paid. Each order records the result for its part. */
  | { type: 'CartPaid'; data: { cart_order_no: CartOrderNo; charge_id: ChargeId; amount: Fen } };

/** The result of one entry of a fan's cart. */
export interface CartEntryEvent {
  /** The entry, as it was at this revision, was bought with this cart order. Its next revision can be bought again. */
  type: 'CartEntryOrdered';
  data: { cart_id: string; revision: number; user_id: UserId; cart_order_no: CartOrderNo };
}
