import type { OutTradeNo, PlanId, SkuId, UserId } from './ids.ts';

/** What one fan has bought of one plan, against its purchase limits. */
export type AllowanceEvent =
  | {
      type: 'AllowanceTaken';
      data: {
        plan_id: PlanId;
        user_id: UserId;
        out_trade_no: OutTradeNo;
        lines: { sku_id: SkuId; count: number }[];
        units: number;
      };
    }
  | { type: 'AllowanceReturned'; data: { plan_id: PlanId; user_id: UserId; out_trade_no: OutTradeNo } };
