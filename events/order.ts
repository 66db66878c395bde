import type { ChargeId, OutTradeNo, PlanId, SkuId, UserId } from './ids.ts';
import type { Currency, Fen } from './money.ts';
import type { ProductType } from './plan.ts';
import type { Millis } from './time.ts';

/** What was bought of one SKU, as it was sold: later edits of the plan never change it. */
export interface OrderLine {
  sku_id: SkuId;
  name: string;
  price: Fen;
  count: number;
}

export interface OrderPlacedData {
  out_trade_no: OutTradeNo;
  creator_id: UserId;
  user_id: UserId;
  plan_id: PlanId;
  plan_name: string;
  /** Version of the plan's stream that the price was decided against. */
  plan_version: number;
  product_type: ProductType;
  lines: OrderLine[];
  /** Months bought; 0 for what has no period. */
  month: number;
  show_amount: Fen;
  discount: Fen;
  shipping_fee: Fen;
  total_amount: Fen;
  currency: Currency;
  /** Payment type as the client named it (apy, wpy, …); 3 means redeem code (commerce specification 4). */
  py_type: string;
  provider: string;
  /** Reference into the vault; the text itself is personal data. */
  remark_ref: string | null;
  custom_order_id: string;
  /** SHA-256 of the request's body, to tell a repeated key from a reused one. */
  request_hash: string;
  expires_at: Millis;
}

export type CancelReason = 'fan' | 'creator' | 'expired' | 'imported';

export type OrderEvent =
  | { type: 'OrderPlaced'; data: OrderPlacedData }
  | {
      type: 'OrderPaid';
      data: {
        out_trade_no: OutTradeNo;
        /** null for an imported order: its money was collected elsewhere. */
        charge_id: ChargeId | null;
        amount: Fen;
        /** True when the order had been cancelled and what it needs could still be held. */
        revived: boolean;
      };
    }
  | { type: 'OrderCancelled'; data: { out_trade_no: OutTradeNo; reason: CancelReason } }
  | {
      type: 'OrderRefunded';
      data: {
        out_trade_no: OutTradeNo;
        refund_id: string;
        amount: Fen;
        /** Sum of the refunds of this order before this one. */
        refunded_before: Fen;
        reason: string;
      };
    }
  /** Money came for an order that cannot be fulfilled any more; it goes back at once. */
  | {
      type: 'LatePaymentReceived';
      data: {
        out_trade_no: OutTradeNo;
        charge_id: ChargeId;
        amount: Fen;
        reason: 'stock' | 'limit' | 'amount' | 'paid_already';
      };
    }
  | {
      type: 'LatePaymentReturned';
      data: { out_trade_no: OutTradeNo; charge_id: ChargeId; amount: Fen; provider_refund_id: string };
    };
