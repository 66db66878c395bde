import type { OutTradeNo, PlanId, SkuId, UserId } from './ids.ts';
import type { Millis } from './time.ts';

/** Changes of one redeem code. Held plus used uses never exceed its limit. No event has the code itself. */
export type RedeemCodeEvent =
  | {
      type: 'RedeemCodeIssued';
      data: {
        /** A keyed hash of the code: it can be computed from the code, not reversed. */
        code_id: string;
        /** Public id of the code for its address; it grants nothing. */
        redeem_id: string;
        /** The request that made the codes, and the code's number in it, from 0. */
        batch_id: string;
        number: number;
        batch_size: number;
        creator_id: UserId;
        plan_id: PlanId;
        /** null: any SKU of the plan, or the plan has none. */
        sku_id: SkuId | null;
        /** Orders that it pays for. */
        uses: number;
        /** Redeemable before this time; null: without end. */
        valid_until: Millis | null;
        /** Months of a sponsorship plan; 0 without a period. */
        month: number;
      };
    }
  /** An order that is not yet paid counts on it. */
  | { type: 'RedeemCodeHeld'; data: { code_id: string; out_trade_no: OutTradeNo } }
  | { type: 'RedeemCodeUsed'; data: { code_id: string; out_trade_no: OutTradeNo } }
  /** A use returns: its order was cancelled, or, if `used`, refunded. */
  | { type: 'RedeemCodeReleased'; data: { code_id: string; out_trade_no: OutTradeNo; used: boolean } }
  /** The creator withdraws the remaining uses. Held and used ones stay. */
  | { type: 'RedeemCodeRevoked'; data: { code_id: string } };
