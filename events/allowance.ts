import type { OutTradeNo, PlanId, SkuId, UserId } from './ids.ts';

/** Units of one plan that one fan has bought, for its purchase limits. */
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
