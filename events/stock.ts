import type { OutTradeNo, PlanId, SkuId, UserId } from './ids.ts';
import type { Millis } from './time.ts';

/** Changes of the units of one SKU. Held plus sold units never exceed the stock (docs/domain/stock.md). */
export type StockEvent =
  /** `stock` null means unlimited. */
  | { type: 'StockSet'; data: { sku_id: SkuId; plan_id: PlanId; stock: number | null } }
  | {
      type: 'StockHeld';
      data: { sku_id: SkuId; out_trade_no: OutTradeNo; count: number; expires_at: Millis };
    }
  | { type: 'StockSold'; data: { sku_id: SkuId; out_trade_no: OutTradeNo; count: number } }
  /** A hold is released: the order was cancelled or expired. */
  | { type: 'StockReleased'; data: { sku_id: SkuId; out_trade_no: OutTradeNo; count: number } }
  /** Sold units return after a full refund before shipping. */
  | { type: 'StockReturned'; data: { sku_id: SkuId; out_trade_no: OutTradeNo; count: number } };

/** Changes of the number of bundles of a plan; stock of the parts is separate (docs/domain/stock.md). */
export type BundleEvent =
  /** `stock` null means unlimited. */
  | { type: 'BundleStockSet'; data: { plan_id: PlanId; stock: number | null } }
  | {
      type: 'BundleHeld';
      data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number; expires_at: Millis };
    }
  | { type: 'BundleSold'; data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number } }
  /** A hold is released: the order was cancelled or expired. */
  | { type: 'BundleReleased'; data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number } }
  /** Sold bundles return after a full refund before shipping. */
  | { type: 'BundleReturned'; data: { plan_id: PlanId; out_trade_no: OutTradeNo; count: number } };

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
