import type { OutTradeNo, SkuId, UserId } from './ids.ts';
import type { Fen } from './money.ts';

/** A large refund by finance, between the request of one person and the decision of another. */
export type RefundRequestEvent =
  | {
      type: 'RefundRequested';
      data: {
        refund_id: string;
        out_trade_no: OutTradeNo;
        amount: Fen;
        units: { sku_id: SkuId; count: number }[];
        ticket_ids: string[];
        reason: string;
        by: UserId;
      };
    }
  /** Written with the order's `OrderRefunded`. */
  | { type: 'RefundRequestApproved'; data: { refund_id: string; out_trade_no: OutTradeNo; by: UserId } }
  | {
      type: 'RefundRequestDeclined';
      data: { refund_id: string; out_trade_no: OutTradeNo; by: UserId; reason: string };
    };
