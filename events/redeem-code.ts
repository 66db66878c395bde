import type { OutTradeNo, PlanId, SkuId, UserId } from './ids.ts';
import type { Millis } from './time.ts';

/** What can happen to one redeem code. Held + used never pass its uses. The code itself is in no event. */
export type RedeemCodeEvent =
  | {
      type: 'RedeemCodeIssued';
      data: {
        /** Derived from the code by a keyed hash: whoever knows the code finds it, and nobody the other way round. */
        code_id: string;
        /** Public name of the code, as in its address; it gives no right to anything. */
        redeem_id: string;
        /** Codes made by one request, and this one's place among them, from 0. */
        batch_id: string;
        number: number;
        batch_size: number;
        creator_id: UserId;
        plan_id: PlanId;
        /** null: any SKU of the plan, or the plan has none. */
        sku_id: SkuId | null;
        /** Orders that it pays for. */
        uses: number;
        /** Redeemable before this moment; null: for ever. */
        valid_until: Millis | null;
        /** Months of a sponsorship plan; 0 for what has no period. */
        month: number;
      };
    }
  /** An order that is not yet paid counts on it. */
  | { type: 'RedeemCodeHeld'; data: { code_id: string; out_trade_no: OutTradeNo } }
  | { type: 'RedeemCodeUsed'; data: { code_id: string; out_trade_no: OutTradeNo } }
  /** A use given back: of an order that was cancelled, or, when it had been `used`, refunded. */
  | { type: 'RedeemCodeReleased'; data: { code_id: string; out_trade_no: OutTradeNo; used: boolean } }
  /** Its creator takes back the uses that are left. What is held or used stays so. */
  | { type: 'RedeemCodeRevoked'; data: { code_id: string } };
